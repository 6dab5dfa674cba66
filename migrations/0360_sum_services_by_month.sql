-- What services cost by month, and how many end, for the whole company ('') and for each department and business unit,
-- without archived services. `sums` has amounts in minor units by key: "s USD id" is the spend of a spend category (none
-- without an id), "n USD" how many services' last period ends in the month, and "r USD" what those periods cost.
CREATE TABLE `service_unit_months` (
	`company_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`month` text NOT NULL,
	`sums` text NOT NULL,
	PRIMARY KEY(`company_id`, `unit_id`, `month`)
);
--> statement-breakpoint
CREATE TRIGGER `service_unit_months_emptied` AFTER UPDATE OF `sums` ON `service_unit_months` WHEN new.sums = '{}' BEGIN
	DELETE FROM service_unit_months WHERE company_id = new.company_id AND unit_id = new.unit_id AND month = new.month;
END;
--> statement-breakpoint
CREATE TRIGGER `services_summed` AFTER INSERT ON `services` WHEN new.archived_at IS NULL BEGIN
	INSERT INTO service_unit_months (company_id, unit_id, month, sums)
	SELECT new.company_id, d.unit, d.month, json_group_object(d.key, d.amount)
	  FROM (SELECT t.unit, t.month, t.key, SUM(t.amount) AS amount FROM (
		SELECT u.unit, c.month, c.key, c.amount AS amount
		FROM (SELECT '' AS unit
			UNION SELECT l.value ->> 'id' FROM json_each(new.links) l WHERE l.value ->> 'kind' = 'DEPARTMENT'
			UNION SELECT new.business_unit_id WHERE new.business_unit_id IS NOT NULL) u
		CROSS JOIN (SELECT m.value ->> 'month' AS month, 's ' || (m.value ->> 'currency') || ' ' || coalesce(new.spend_category_id, '') AS key, m.value ->> 'amount' AS amount
				FROM json_each(new.card, '$.months') m
			UNION ALL SELECT substr(new.last_end_date, 1, 7), 'n ' || (p.value ->> 'currency'), 1
				FROM json_each(new.card, '$.periods') p WHERE p.value ->> 'endDate' = new.last_end_date
			UNION ALL SELECT substr(new.last_end_date, 1, 7), 'r ' || (p.value ->> 'currency'), p.value ->> 'totalServicePeriodCost'
				FROM json_each(new.card, '$.periods') p WHERE p.value ->> 'endDate' = new.last_end_date) c WHERE new.archived_at IS NULL) t
		GROUP BY t.unit, t.month, t.key HAVING SUM(t.amount) <> 0) d
	 GROUP BY d.unit, d.month
	ON CONFLICT (company_id, unit_id, month) DO UPDATE SET sums = (
		SELECT json_group_object(b.key, b.amount) FROM (
			SELECT a.key, SUM(a.value) AS amount FROM (
				SELECT e.key, e.value FROM json_each(service_unit_months.sums) e
				UNION ALL SELECT x.key, x.value FROM json_each(excluded.sums) x) a
			 GROUP BY a.key HAVING SUM(a.value) <> 0) b);
END;
--> statement-breakpoint
CREATE TRIGGER `services_summed_again` AFTER UPDATE OF `card`, `links`, `last_end_date`, `spend_category_id`, `business_unit_id`, `archived_at` ON `services`
WHEN new.card IS NOT old.card OR new.links IS NOT old.links OR new.last_end_date IS NOT old.last_end_date OR new.spend_category_id IS NOT old.spend_category_id OR new.business_unit_id IS NOT old.business_unit_id OR (new.archived_at IS NULL) <> (old.archived_at IS NULL) BEGIN
	INSERT INTO service_unit_months (company_id, unit_id, month, sums)
	SELECT new.company_id, d.unit, d.month, json_group_object(d.key, d.amount)
	  FROM (SELECT t.unit, t.month, t.key, SUM(t.amount) AS amount FROM (
		SELECT u.unit, c.month, c.key, -c.amount AS amount
		FROM (SELECT '' AS unit
			UNION SELECT l.value ->> 'id' FROM json_each(old.links) l WHERE l.value ->> 'kind' = 'DEPARTMENT'
			UNION SELECT old.business_unit_id WHERE old.business_unit_id IS NOT NULL) u
		CROSS JOIN (SELECT m.value ->> 'month' AS month, 's ' || (m.value ->> 'currency') || ' ' || coalesce(old.spend_category_id, '') AS key, m.value ->> 'amount' AS amount
				FROM json_each(old.card, '$.months') m
			UNION ALL SELECT substr(old.last_end_date, 1, 7), 'n ' || (p.value ->> 'currency'), 1
				FROM json_each(old.card, '$.periods') p WHERE p.value ->> 'endDate' = old.last_end_date
			UNION ALL SELECT substr(old.last_end_date, 1, 7), 'r ' || (p.value ->> 'currency'), p.value ->> 'totalServicePeriodCost'
				FROM json_each(old.card, '$.periods') p WHERE p.value ->> 'endDate' = old.last_end_date) c WHERE old.archived_at IS NULL
		UNION ALL SELECT u.unit, c.month, c.key, c.amount AS amount
		FROM (SELECT '' AS unit
			UNION SELECT l.value ->> 'id' FROM json_each(new.links) l WHERE l.value ->> 'kind' = 'DEPARTMENT'
			UNION SELECT new.business_unit_id WHERE new.business_unit_id IS NOT NULL) u
		CROSS JOIN (SELECT m.value ->> 'month' AS month, 's ' || (m.value ->> 'currency') || ' ' || coalesce(new.spend_category_id, '') AS key, m.value ->> 'amount' AS amount
				FROM json_each(new.card, '$.months') m
			UNION ALL SELECT substr(new.last_end_date, 1, 7), 'n ' || (p.value ->> 'currency'), 1
				FROM json_each(new.card, '$.periods') p WHERE p.value ->> 'endDate' = new.last_end_date
			UNION ALL SELECT substr(new.last_end_date, 1, 7), 'r ' || (p.value ->> 'currency'), p.value ->> 'totalServicePeriodCost'
				FROM json_each(new.card, '$.periods') p WHERE p.value ->> 'endDate' = new.last_end_date) c WHERE new.archived_at IS NULL) t
		GROUP BY t.unit, t.month, t.key HAVING SUM(t.amount) <> 0) d
	 GROUP BY d.unit, d.month
	ON CONFLICT (company_id, unit_id, month) DO UPDATE SET sums = (
		SELECT json_group_object(b.key, b.amount) FROM (
			SELECT a.key, SUM(a.value) AS amount FROM (
				SELECT e.key, e.value FROM json_each(service_unit_months.sums) e
				UNION ALL SELECT x.key, x.value FROM json_each(excluded.sums) x) a
			 GROUP BY a.key HAVING SUM(a.value) <> 0) b);
END;
--> statement-breakpoint
CREATE TRIGGER `services_subtracted` AFTER DELETE ON `services` WHEN old.archived_at IS NULL BEGIN
	INSERT INTO service_unit_months (company_id, unit_id, month, sums)
	SELECT old.company_id, d.unit, d.month, json_group_object(d.key, d.amount)
	  FROM (SELECT t.unit, t.month, t.key, SUM(t.amount) AS amount FROM (
		SELECT u.unit, c.month, c.key, -c.amount AS amount
		FROM (SELECT '' AS unit
			UNION SELECT l.value ->> 'id' FROM json_each(old.links) l WHERE l.value ->> 'kind' = 'DEPARTMENT'
			UNION SELECT old.business_unit_id WHERE old.business_unit_id IS NOT NULL) u
		CROSS JOIN (SELECT m.value ->> 'month' AS month, 's ' || (m.value ->> 'currency') || ' ' || coalesce(old.spend_category_id, '') AS key, m.value ->> 'amount' AS amount
				FROM json_each(old.card, '$.months') m
			UNION ALL SELECT substr(old.last_end_date, 1, 7), 'n ' || (p.value ->> 'currency'), 1
				FROM json_each(old.card, '$.periods') p WHERE p.value ->> 'endDate' = old.last_end_date
			UNION ALL SELECT substr(old.last_end_date, 1, 7), 'r ' || (p.value ->> 'currency'), p.value ->> 'totalServicePeriodCost'
				FROM json_each(old.card, '$.periods') p WHERE p.value ->> 'endDate' = old.last_end_date) c WHERE old.archived_at IS NULL) t
		GROUP BY t.unit, t.month, t.key HAVING SUM(t.amount) <> 0) d
	 GROUP BY d.unit, d.month
	ON CONFLICT (company_id, unit_id, month) DO UPDATE SET sums = (
		SELECT json_group_object(b.key, b.amount) FROM (
			SELECT a.key, SUM(a.value) AS amount FROM (
				SELECT e.key, e.value FROM json_each(service_unit_months.sums) e
				UNION ALL SELECT x.key, x.value FROM json_each(excluded.sums) x) a
			 GROUP BY a.key HAVING SUM(a.value) <> 0) b);
END;
--> statement-breakpoint
-- What is there already.
INSERT INTO service_unit_months (company_id, unit_id, month, sums)
SELECT d.company_id, d.unit, d.month, json_group_object(d.key, d.amount)
  FROM (SELECT s.company_id, u.unit, c.month, c.key, SUM(c.amount) AS amount
	FROM services s
	CROSS JOIN (SELECT o.id, '' AS unit FROM services o
		UNION SELECT o.id, l.value ->> 'id' FROM services o CROSS JOIN json_each(o.links) l WHERE l.value ->> 'kind' = 'DEPARTMENT'
		UNION SELECT o.id, o.business_unit_id FROM services o WHERE o.business_unit_id IS NOT NULL) u ON u.id = s.id
	CROSS JOIN (SELECT o.id, m.value ->> 'month' AS month, 's ' || (m.value ->> 'currency') || ' ' || coalesce(o.spend_category_id, '') AS key, m.value ->> 'amount' AS amount
			FROM services o CROSS JOIN json_each(o.card, '$.months') m
		UNION ALL SELECT o.id, substr(o.last_end_date, 1, 7), 'n ' || (p.value ->> 'currency'), 1
			FROM services o CROSS JOIN json_each(o.card, '$.periods') p WHERE p.value ->> 'endDate' = o.last_end_date
		UNION ALL SELECT o.id, substr(o.last_end_date, 1, 7), 'r ' || (p.value ->> 'currency'), p.value ->> 'totalServicePeriodCost'
			FROM services o CROSS JOIN json_each(o.card, '$.periods') p WHERE p.value ->> 'endDate' = o.last_end_date) c ON c.id = s.id
	 WHERE s.archived_at IS NULL
	 GROUP BY s.company_id, u.unit, c.month, c.key HAVING SUM(c.amount) <> 0) d
 GROUP BY d.company_id, d.unit, d.month;
