"""The table's hands and eyes: cameras, buttons, buzzer. Knows no tile and no score."""
