"""Counters for `/metrics`, in the text format Prometheus reads."""

import time
from collections.abc import Iterable


class Metrics:
    """Plain numbers; whoever does a thing counts it."""

    def __init__(self) -> None:
        self.started = time.time()
        self.answers = self.refused = self.connects = self.requests = self.limited = self.failures = 0
        self.computer = 0
        self.rules = 0.0
        """Seconds spent in rules, views and scenes: what a game costs, apart from the table."""

    def text(self, gauges: Iterable[tuple[str, str, float]]) -> str:
        counters = (
            ("writes_total", "Deeds written to the store", self.answers),
            ("refused_total", "Messages refused", self.refused),
            ("connects_total", "Sockets opened", self.connects),
            ("requests_total", "HTTP requests", self.requests),
            ("limited_total", "Requests and messages over a limit", self.limited),
            ("failures_total", "Faults caught and logged", self.failures),
            ("computer_answers_total", "Answers given by computer players", self.computer),
            ("rules_seconds_total", "Seconds spent in rules, views and scenes", self.rules),
            ("process_cpu_seconds_total", "Processor seconds used", time.process_time()),
        )
        lines = []
        for name, help, value in counters:
            lines += [f"# HELP grognard_{name} {help}", f"# TYPE grognard_{name} counter", f"grognard_{name} {value}"]
        for name, help, value in (*gauges, ("start_time_seconds", "When this worker started", self.started)):
            lines += [f"# HELP grognard_{name} {help}", f"# TYPE grognard_{name} gauge", f"grognard_{name} {value}"]
        return "\n".join(lines) + "\n"
