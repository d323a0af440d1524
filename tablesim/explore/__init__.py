"""What people touch: the board and its hosts, replays, reports to send on."""
