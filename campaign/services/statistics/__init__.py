"""Statistics of kept sessions and campaigns: functions take values and return tables."""
