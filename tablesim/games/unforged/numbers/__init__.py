"""The rules without a table: dice, characteristics, gear, armies, and the exact odds of attacks."""
