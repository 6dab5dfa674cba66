-- Nothing read or wrote this table.
DROP TABLE `operator_alarms`;
