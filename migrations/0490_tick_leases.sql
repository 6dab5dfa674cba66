-- Which part of each minute's work is being done in this database, so that two runs don't do it at once.
CREATE TABLE `tick_leases` (
	`tick` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
