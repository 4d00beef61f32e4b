BEGIN TRANSACTION;
CREATE TABLE event (
	id INTEGER NOT NULL, 
	session TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	payload TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (session, seq), 
	CHECK (seq > 0), 
	UNIQUE ("key")
);
INSERT INTO "event" VALUES(1,'ef78cad3',1,'2026-12-01T06:50:22.493+00:00','session_started','{"dealer": 0, "names": ["东", "南", "西", "北"], "options": {"all_chows_pair": "any", "cap_fan": 3, "combine_base": "add", "kong_fan": 0, "liability_conflict": "special_first", "nine_gates": "pure", "nine_gates_self_draw_only": false, "seven_pairs": "off", "unit": 1}, "round_wind": "E", "rules": "guangdong", "rules_version": "1", "starting_points": 100, "unit": {"currency": "元", "money": "0.5", "points": 1}}','key-1');
INSERT INTO "event" VALUES(2,'ef78cad3',2,'2026-12-01T06:50:22.710+00:00','deal_settled','{"deal": {"dealer": 0, "melds": [[], [], [], []], "outcome": "win", "players": 4, "round_wind": "E", "wins": [{"by": "self_draw", "concealed": "567p 23s 555m SSS 66m", "seat": 2, "winning_tile": "4s"}]}, "photo": null, "settlement": {"deltas": [-2, -2, 6, -2], "explanation": {"en": "Seat 1 deals next: another won: the next seat deals (§1)", "zh": "下局座位1 坐庄：闲家胡，庄家下家接庄"}, "id": null, "next_dealer": 1, "valid": true, "version": 1, "wins": [{"explanation": {"en": "Seat 2 wins.\nCounts: chicken hand 0 fan: no other base\nCounts: self-draw 1 fan: drawn; robbing counts as drawn\n0 + 1 = 1 fan; one share is 2^1 = 2 points\nSeat 0 pays seat 2 2: self-draw: each of the three pays (§3 C)\nSeat 1 pays seat 2 2: self-draw: each of the three pays (§3 C)\nSeat 3 pays seat 2 2: self-draw: each of the three pays (§3 C)", "zh": "座位2 胡牌。\n计 鸡胡 0番：四副一对，无其他牌型\n计 自摸 1番：自摸（抢杠当自摸）\n0 + 1 = 1 番；每份 2^1 = 2 分\n座位0 付座位2 2 分：自摸，三家各付\n座位1 付座位2 2 分：自摸，三家各付\n座位3 付座位2 2 分：自摸，三家各付"}, "fan": 1, "liable": null, "patterns": [{"en": "chicken hand", "fan": 0, "id": "chicken", "zh": "鸡胡"}, {"en": "self-draw", "fan": 1, "id": "self_draw", "zh": "自摸"}], "points": 2, "seat": 2}]}}','key-2');
INSERT INTO "event" VALUES(3,'ef78cad3',3,'2026-12-01T06:50:22.852+00:00','kong_recorded','{"from": null, "kind": "concealed", "seat": 0, "tile": "E"}','key-3');
INSERT INTO "event" VALUES(4,'ef78cad3',4,'2026-12-01T06:50:22.955+00:00','deal_settled','{"deal": {"dealer": 1, "melds": [[{"tiles": "EEEE", "type": "concealed_kong"}], [], [], []], "outcome": "draw", "players": 4, "round_wind": "E"}, "photo": null, "settlement": {"deltas": [0, 0, 0, 0], "explanation": {"en": "Seat 1 deals next: a draw: the dealer stays (§1)", "zh": "下局座位1 坐庄：流局，连庄"}, "id": null, "next_dealer": 1, "valid": true, "version": 1, "wins": []}}','key-4');
INSERT INTO "event" VALUES(5,'ef78cad3',5,'2026-12-01T06:50:23.049+00:00','deal_corrected','{"deal": {"dealer": 0, "melds": [[], [], [], []], "outcome": "draw", "players": 4, "round_wind": "E"}, "moved": [{"deal": {"dealer": 0, "melds": [[{"tiles": "EEEE", "type": "concealed_kong"}], [], [], []], "outcome": "draw", "players": 4, "round_wind": "E"}, "seq": 4, "settlement": {"deltas": [0, 0, 0, 0], "explanation": {"en": "Seat 0 deals next: a draw: the dealer stays (§1)", "zh": "下局座位0 坐庄：流局，连庄"}, "id": null, "next_dealer": 0, "valid": true, "version": 1, "wins": []}}], "photo": null, "replaces": 2, "settlement": {"deltas": [0, 0, 0, 0], "explanation": {"en": "Seat 0 deals next: a draw: the dealer stays (§1)", "zh": "下局座位0 坐庄：流局，连庄"}, "id": null, "next_dealer": 0, "valid": true, "version": 1, "wins": []}}','key-5');
INSERT INTO "event" VALUES(6,'ef78cad3',6,'2026-12-01T06:50:23.152+00:00','player_seated','{"name": "替补", "seat": 1}','key-6');
INSERT INTO "event" VALUES(7,'ef78cad3',7,'2026-12-01T06:50:23.243+00:00','dealer_set','{"dealer": 3, "round_wind": "S"}','key-7');
INSERT INTO "event" VALUES(8,'ef78cad3',8,'2026-12-01T06:50:23.332+00:00','adjusted','{"deltas": [3, -9, 3, 3], "kind": "penalty", "reason": "诈胡"}','key-8');
INSERT INTO "event" VALUES(9,'ef78cad3',9,'2026-12-01T06:50:23.429+00:00','deal_settled','{"deal": {"dealer": 3, "melds": [[], [], [], []], "outcome": "win", "players": 4, "round_wind": "S", "wins": [{"by": "self_draw", "concealed": "567p 23s 555m SSS 66m", "seat": 2, "winning_tile": "4s"}]}, "photo": null, "settlement": {"deltas": [-4, -4, 12, -4], "explanation": {"en": "Seat 0 deals next: another won: the next seat deals (§1)", "zh": "下局座位0 坐庄：闲家胡，庄家下家接庄"}, "id": null, "next_dealer": 0, "valid": true, "version": 1, "wins": [{"explanation": {"en": "Seat 2 wins.\nCounts: chicken hand 0 fan: no other base\nCounts: self-draw 1 fan: drawn; robbing counts as drawn\nCounts: round wind 1 fan: pung of the round wind\n0 + 1 + 1 = 2 fan; one share is 2^2 = 4 points\nSeat 0 pays seat 2 4: self-draw: each of the three pays (§3 C)\nSeat 1 pays seat 2 4: self-draw: each of the three pays (§3 C)\nSeat 3 pays seat 2 4: self-draw: each of the three pays (§3 C)", "zh": "座位2 胡牌。\n计 鸡胡 0番：四副一对，无其他牌型\n计 自摸 1番：自摸（抢杠当自摸）\n计 圈风 1番：圈风的刻子\n0 + 1 + 1 = 2 番；每份 2^2 = 4 分\n座位0 付座位2 4 分：自摸，三家各付\n座位1 付座位2 4 分：自摸，三家各付\n座位3 付座位2 4 分：自摸，三家各付"}, "fan": 2, "liable": null, "patterns": [{"en": "chicken hand", "fan": 0, "id": "chicken", "zh": "鸡胡"}, {"en": "self-draw", "fan": 1, "id": "self_draw", "zh": "自摸"}, {"en": "round wind", "fan": 1, "id": "round_wind", "zh": "圈风"}], "points": 4, "seat": 2}]}}','key-9');
INSERT INTO "event" VALUES(10,'ef78cad3',10,'2026-12-01T06:50:23.536+00:00','undone','{"reverses": [9]}','key-10');
INSERT INTO "event" VALUES(11,'ef78cad3',11,'2026-12-01T06:50:23.633+00:00','deal_settled','{"deal": {"dealer": 3, "melds": [[], [], [], []], "outcome": "win", "players": 4, "round_wind": "S", "wins": [{"by": "discard", "concealed": "567p 23s 555m SSS 66m", "from": 1, "seat": 2, "winning_tile": "4s"}]}, "photo": null, "settlement": {"deltas": [0, -2, 2, 0], "explanation": {"en": "Seat 0 deals next: another won: the next seat deals (§1)", "zh": "下局座位0 坐庄：闲家胡，庄家下家接庄"}, "id": null, "next_dealer": 0, "valid": true, "version": 1, "wins": [{"explanation": {"en": "Seat 2 wins.\nCounts: chicken hand 0 fan: no other base\nCounts: round wind 1 fan: pung of the round wind\n0 + 1 = 1 fan; one share is 2^1 = 2 points\nDoes not count: self-draw 1 fan: won on a discard\nSeat 1 pays seat 2 2: the discarder pays (§3 C)", "zh": "座位2 胡牌。\n计 鸡胡 0番：四副一对，无其他牌型\n计 圈风 1番：圈风的刻子\n0 + 1 = 1 番；每份 2^1 = 2 分\n不计 自摸 1番：点炮胡\n座位1 付座位2 2 分：点炮者付"}, "fan": 1, "liable": null, "patterns": [{"en": "chicken hand", "fan": 0, "id": "chicken", "zh": "鸡胡"}, {"en": "round wind", "fan": 1, "id": "round_wind", "zh": "圈风"}], "points": 2, "seat": 2}]}}','key-11');
INSERT INTO "event" VALUES(12,'ef78cad3',12,'2026-12-01T06:50:23.737+00:00','session_closed','{}','key-12');
CREATE TABLE ledger (
	schema_version INTEGER NOT NULL, 
	PRIMARY KEY (schema_version)
);
INSERT INTO "ledger" VALUES(2);
CREATE TABLE preset (
	id INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	name TEXT NOT NULL, 
	document TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "preset" VALUES(1,'2026-12-01T06:50:23.841+00:00','周五局','{"name": "周五局", "options": {"bloom_absorbs_kong": true, "cap": null, "concealed_all_pungs_fan": 5, "concealed_basic_fan": 2, "concealed_kong_keeps_closed": true, "concealed_needs_self_draw": "except_pure", "draw_dealer": "stay", "kong_fan": true, "last_tile_factor": 4, "multi_win": "all", "open_basic_self_draw_only": true, "package": true, "package_discard": 3, "robbed_kong_shares": 1, "triple_dragon_fan": 64, "unit": 2}, "rules": "hunan", "starting_points": 0, "unit": null}');
CREATE INDEX event_kind ON event (kind);
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER preset_no_update BEFORE UPDATE ON preset BEGIN SELECT RAISE(ABORT, 'presets are never changed'); END;
CREATE TRIGGER preset_no_delete BEFORE DELETE ON preset BEGIN SELECT RAISE(ABORT, 'presets are never changed'); END;
COMMIT;
