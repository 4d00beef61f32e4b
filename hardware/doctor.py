"""What is wrong with the table's hardware, a finding each, with what to do about it."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, CameraError, Frame, fitting
from hardware.errors import HardwareError
from hardware.pins import Pins

OK, NOTE, BAD = "ok", "note", "bad"
STILL_S = 20.0
OPENING_S = 40.0
HOT, WARM = 80.0, 70.0
"""Degrees Celsius: a Pi slows down from 80 on."""
DARK, GLARING, GLARE_SHARE = 45.0, 253, 0.35
"""A tenth of the picture must be brighter than ``DARK``, a third not as bright as ``GLARING``."""
PLAIN, BLURRED = 8.0, 0.45
"""Least contrast by which focus can be told; largest share of edges that blurring leaves alone."""
JUDGED_WIDTH = 1280
_THROTTLED = "devices/platform/soc*/soc*firmware/get_throttled"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    check: str
    """What: ``camera``, ``focus``, ``light``, ``gpio``, ``temperature``, ``power`` …"""
    verdict: str
    """``ok``, ``note`` (not there or not to be told, and nothing depends on it) or ``bad``."""
    zh: str
    en: str


def examine_camera(
    connect: Callable[[], Camera], wanted: bool, focus: float | None
) -> list[Finding]:
    """Take one photograph: the camera, and by the photograph its focus and the light.

    Args:
        connect: makes the camera; from :func:`hardware.cameras.choose`.
        wanted: whether somebody chose this camera, so that it must be there.
        focus: the calibrated focus in dioptres, if there is one.
    """
    from hardware.cameras import Supervisor

    with Supervisor(connect) as supervisor:
        supervisor.wait_for(lambda state: state.code != "opening", OPENING_S)
        began = time.perf_counter()
        try:
            frame = supervisor.still(STILL_S)
        except CameraError as error:
            spare = error.code in ("off", "no_camera") and not wanted
            verdict = NOTE if spare or error.code == "busy" else BAD
            return [Finding("camera", verdict, error.zh, error.en)]
        seconds = time.perf_counter() - began
        able = supervisor.state.capabilities
    name = able.name if able else "?"
    height, width = frame.shape[:2]
    found = Finding(
        "camera",
        OK,
        f"{name}，照片 {width}×{height}，{seconds:.1f} 秒。",
        f"{name}, a photo of {width}×{height} in {seconds:.1f} s.",
    )
    return [found, focus_of(frame, focus), light_of(frame)]


def focus_of(frame: Frame, focus: float | None = None) -> Finding:
    """Tell whether a frame is sharp: of a sharp one, blurring it takes the edges away.

    Args:
        frame: ``uint8 (H, W, 3)``.
        focus: the calibrated focus in dioptres, if there is one.
    """
    grey = _grey(frame)
    if float(grey.std()) < PLAIN:
        return Finding(
            "focus",
            NOTE,
            "画面里没有东西，看不出是否清楚：在桌上放几张牌再查一次。",
            "There is nothing to focus on: lay some tiles on the table and check again.",
        )
    blur = max(_blur(grey), _blur(np.ascontiguousarray(grey.T)))
    if blur > BLURRED:
        return Finding(
            "focus",
            BAD,
            f"画面模糊（{blur:.2f}，应低于 {BLURRED}）：在摄像头页面重新校准，"
            "或转动镜头对焦，再擦擦镜头。",
            f"The picture is blurred ({blur:.2f}, should be below {BLURRED}): calibrate on the "
            "camera's page or turn the lens, and wipe it.",
        )
    kept_zh = "" if focus is None else f"，焦距固定在 {focus:.1f} 屈光度"
    kept_en = "" if focus is None else f", focus kept at {focus:.1f} dioptres"
    return Finding("focus", OK, f"清楚（{blur:.2f}）{kept_zh}。", f"Sharp ({blur:.2f}){kept_en}.")


def light_of(frame: Frame) -> Finding:
    """Tell whether the light will do."""
    grey = _grey(frame)
    bright = float(np.percentile(grey, 90))
    glare = float((grey >= GLARING).mean())
    if bright < DARK:
        return Finding(
            "light",
            BAD,
            f"太暗（亮度 {bright:.0f}/255）：开灯，或把灯移近牌桌。",
            f"Too dark (brightness {bright:.0f} of 255): turn on a lamp or bring it closer.",
        )
    if glare > GLARE_SHARE:
        return Finding(
            "light",
            BAD,
            f"太亮（{glare:.0%} 的画面发白）：灯不要直射桌面，或重新校准曝光。",
            f"Too bright ({glare:.0%} of the picture is white): keep lamps off the table or "
            "calibrate again.",
        )
    return Finding(
        "light", OK, f"够亮（亮度 {bright:.0f}/255）。", f"Fine (brightness {bright:.0f} of 255)."
    )


def examine_pins(pins: Pins) -> Finding:
    """Take every pin of the pin file once: buttons that are down, pins that cannot be had."""
    from gpiozero import Device

    from hardware.buttons import Buttons, ButtonsError
    from hardware.signals import Signals

    try:
        with Buttons(pins, lambda _: None) as buttons:
            held = buttons.held()
            signals = Signals(pins)
            problems: list[HardwareError] = signals.problems
            signals.close()
    except ButtonsError as error:
        if error.code == "busy":
            return Finding(
                "gpio",
                NOTE,
                "按键正由运行中的服务使用；要检查接线，先停服务：sudo systemctl stop paizhuo。",
                "The service that runs has the buttons; to check their wiring stop it first: "
                "sudo systemctl stop paizhuo.",
            )
        return Finding("gpio", BAD, error.zh, error.en)
    if problems:
        return Finding("gpio", BAD, problems[0].zh, problems[0].en)
    library = type(Device.pin_factory).__name__.removesuffix("Factory")
    if library == "Native":  # gpiozero's last resort: "experimental", and without tones
        return Finding(
            "gpio",
            BAD,
            "缺少 lgpio，现在用的是 gpiozero 不完整的替代品：sudo apt install python3-lgpio，"
            "虚拟环境要带 --system-site-packages。",
            "lgpio is missing, and what gpiozero takes instead is unfinished: sudo apt install "
            "python3-lgpio and make the venv with --system-site-packages.",
        )
    if held:
        names = ", ".join(held)
        return Finding(
            "gpio",
            BAD,
            f"没人按却是按下的：{names}；检查接线（paizhuo doctor --pins）和 wiring.pull。",
            f"Down though nobody presses: {names}; check the wiring (paizhuo doctor --pins) and "
            "wiring.pull.",
        )
    return Finding(
        "gpio",
        OK,
        f"{len(pins.buttons)} 个按键都接得上（{library}），蜂鸣器 {pins.buzzer}，"
        f"灯 {len(pins.lights)} 个。",
        f"All {len(pins.buttons)} buttons are there ({library}), buzzer {pins.buzzer}, "
        f"{len(pins.lights)} lights.",
    )


def no_pins() -> Finding:
    """Tell that this computer has none."""
    return Finding(
        "gpio",
        NOTE,
        "这台电脑没有 GPIO，不用按键；在页面上都能操作。",
        "This computer has no GPIO, so there are no buttons; the page does everything.",
    )


def temperature(system: Path = Path("/sys")) -> Finding:
    """Read how hot the processor is."""
    try:
        degrees = int((system / "class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return Finding(
            "temperature", NOTE, "这台电脑不报温度。", "This computer tells no temperature."
        )
    if degrees >= WARM:
        return Finding(
            "temperature",
            BAD if degrees >= HOT else NOTE,
            f"{degrees:.0f} °C，太热会变慢：装散热片或风扇，别盖住。",
            f"{degrees:.0f} °C; from {HOT:.0f} on it slows down: give it a heat sink or a fan, and "
            "air.",
        )
    return Finding("temperature", OK, f"{degrees:.0f} °C。", f"{degrees:.0f} °C.")


def power(system: Path = Path("/sys")) -> Finding:
    """Ask the firmware whether the supply was too weak, now or since the start."""
    flags = _throttled(system)
    if flags is None:
        return Finding(
            "power",
            NOTE,
            "只有树莓派会报告供电是否不足。",
            "Only a Raspberry Pi tells whether its supply is too weak.",
        )
    if flags & 0x1:
        return Finding(
            "power",
            BAD,
            "供电不足：换官方电源和短一点的线，USB 设备用带电源的集线器。",
            "The supply is too weak now: use the official one and a short cable, and a powered hub "
            "for USB devices.",
        )
    if flags & 0x10000:
        return Finding(
            "power",
            BAD,
            "开机以来供电不足过：换官方电源和短一点的线，不然会丢图或损坏存储卡。",
            "The supply was too weak since the start: use the official one and a short cable, or "
            "pictures fail and the card may be damaged.",
        )
    return Finding("power", OK, "供电正常。", "The supply is strong enough.")


def _throttled(system: Path) -> int | None:
    """The firmware's flags: bit 0 too weak now, bit 16 since the start."""
    for file in system.glob(_THROTTLED):
        try:
            return int(file.read_text(), 16)
        except (OSError, ValueError):
            continue
    command = shutil.which("vcgencmd")
    if command is None:
        return None
    try:
        answer = subprocess.run(
            [command, "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
        return int(answer.stdout.strip().partition("=")[2], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _grey(frame: Frame) -> NDArray[np.float32]:
    import cv2

    size = fitting((frame.shape[1], frame.shape[0]), JUDGED_WIDTH)
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.float32)


def _blur(grey: NDArray[np.float32]) -> float:
    """How much of the steps from pixel to pixel is left when the rows are blurred, 0 to 1."""
    import cv2

    steps = np.abs(np.diff(grey, axis=1))
    blurred = np.abs(np.diff(cv2.blur(grey, (9, 1)), axis=1))
    gone = np.maximum(0, steps - blurred).sum()
    return 1 - float(gone) / max(1.0, float(steps.sum()))
