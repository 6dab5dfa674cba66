-- The blocks of a run are in one row: what they have of their own, with numbers for what they share with others. Rules, the
-- people who are asked, single people, and the course of short runs are kept once for each company. The view shows a row
-- for each block, with the same columns as the table that it replaces.
CREATE TABLE `request_texts` (
	`company_id` text NOT NULL,
	`id` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `request_texts_text` ON `request_texts` (`company_id`,`text`);
--> statement-breakpoint
CREATE TABLE `request_blocks` (
	`target_id` text NOT NULL,
	`run` integer NOT NULL,
	`company_id` text NOT NULL,
	`target_type` integer NOT NULL,
	`since` integer,
	`times` text,
	`texts` text,
	`course` integer,
	`blocks` text,
	PRIMARY KEY(`target_id`, `run`)
) WITHOUT ROWID;
--> statement-breakpoint
-- What is there already. It names texts by their own numbers, and spells times out.
CREATE TABLE `kept_blocks` AS SELECT company_id, target_type, target_id, run, id, block FROM level_group_statuses;
--> statement-breakpoint
CREATE TABLE `kept_parts` AS
SELECT company_id, target_type, target_id, run, block,
	CAST(substr(id, length(target_id || '-' || run || '-') + 1) AS integer) AS serial,
	iif(block ->> 'ruleId' IS NULL, NULL, rtrim(substr(json_object('quorum', block -> 'quorum', 'settings', block -> 'settings', 'label', block -> 'label', 'ruleId', block -> 'ruleId', 'ruleType', block -> 'ruleType'), 2), '}') || ',') AS rule,
	iif(block ->> 'ruleId' IS NULL, NULL, rtrim(substr(json_object('approverType', block -> 'approverType', 'approvers', block -> 'approvers', 'approversNote', block -> 'approversNote', 'watchers', block -> 'watchers'), 2), '}') || ',') AS people,
	NOT EXISTS (SELECT 1 FROM json_each(block, '$.decisions') d CROSS JOIN json_each(d.value) x
		WHERE x.key NOT IN ('userId', 'name', 'onBehalfOf', 'decision', 'comment', 'answersVersion', 'at')
			OR (x.key = 'onBehalfOf' AND EXISTS (SELECT 1 FROM json_each(x.value) y WHERE y.key NOT IN ('userId', 'name')))) AS plain_decisions,
	NOT EXISTS (SELECT 1 FROM json_each(block, '$.workStatusHistory') d
		WHERE d.value ->> 'spentMs' IS NOT d.value ->> 'until' - d.value ->> 'at'
			OR EXISTS (SELECT 1 FROM json_each(d.value) x WHERE x.key NOT IN ('userId', 'name', 'status', 'at', 'until', 'spentMs'))) AS plain_spans
  FROM kept_blocks;
--> statement-breakpoint
INSERT INTO request_texts (company_id, id, text)
SELECT company_id, row_number() OVER (PARTITION BY company_id), text FROM (
	SELECT company_id, rule AS text FROM kept_parts WHERE rule IS NOT NULL
	UNION SELECT company_id, people FROM kept_parts WHERE people IS NOT NULL
	UNION SELECT k.company_id, rtrim(substr(json_object('userId', d.value -> 'userId', 'name', d.value -> 'name'), 2), '}')
		FROM kept_parts k CROSS JOIN json_each(k.block, '$.decisions') d WHERE k.plain_decisions
	UNION SELECT k.company_id, rtrim(substr(json_object('userId', (d.value -> 'onBehalfOf') -> 'userId', 'name', (d.value -> 'onBehalfOf') -> 'name'), 2), '}')
		FROM kept_parts k CROSS JOIN json_each(k.block, '$.decisions') d WHERE k.plain_decisions AND d.value ->> 'onBehalfOf' IS NOT NULL
	UNION SELECT k.company_id, rtrim(substr(json_object('userId', d.value -> 'userId', 'name', d.value -> 'name'), 2), '}')
		FROM kept_parts k CROSS JOIN json_each(k.block, '$.workStatusHistory') d WHERE k.plain_spans);
--> statement-breakpoint
INSERT INTO request_blocks (target_id, run, company_id, target_type, blocks)
SELECT target_id, run, company_id,
	CASE target_type WHEN 'INTAKE_SUBMISSION' THEN 1 WHEN 'SPEND_REQUEST' THEN 2 WHEN 'BILL' THEN 3 WHEN 'PURCHASE_ORDER' THEN 4 ELSE target_type END,
	'[' || group_concat(iif(rest = '{}', packed, substr(packed, 1, length(packed) - 1) || ',' || rest || ']')) || ']'
  FROM (
	SELECT target_id, run, company_id, target_type,
		json_array(serial, block -> 'level', block -> 'ordinal', CASE block ->> 'status' WHEN 'APPROVED' THEN 1 WHEN 'REJECTED' THEN 2 ELSE 0 END,
			CASE block ->> 'workStatus' WHEN 'IN_PROGRESS' THEN 1 WHEN 'WAITING_ON_VENDOR' THEN 2 WHEN 'WAITING_ON_REQUESTER' THEN 3
				WHEN 'WAITING_ON_EXTERNAL_PARTY' THEN 4 ELSE 0 END,
			block -> 'sequence', (SELECT t.id FROM request_texts t WHERE t.company_id = k.company_id AND t.text = k.rule),
			(SELECT t.id FROM request_texts t WHERE t.company_id = k.company_id AND t.text = k.people),
			block -> 'openedAt', block -> 'decidedAt', block -> 'createdAt',
			iif(plain_decisions, json((SELECT json_group_array(json_array(
				(SELECT t.id FROM request_texts t WHERE t.company_id = k.company_id AND t.text = rtrim(substr(json_object('userId', d.value -> 'userId', 'name', d.value -> 'name'), 2), '}')),
				iif(d.value ->> 'decision' = 'APPROVED', 1, 2), d.value -> 'at', d.value -> 'comment', d.value -> 'answersVersion',
				(SELECT t.id FROM request_texts t WHERE t.company_id = k.company_id AND t.text = rtrim(substr(json_object('userId', (d.value -> 'onBehalfOf') -> 'userId', 'name', (d.value -> 'onBehalfOf') -> 'name'), 2), '}'))))
				FROM json_each(block, '$.decisions') d)), json('[]')),
			iif(plain_spans, json((SELECT json_group_array(json_array(CASE d.value ->> 'status' WHEN 'IN_PROGRESS' THEN 1 WHEN 'WAITING_ON_VENDOR' THEN 2
					WHEN 'WAITING_ON_REQUESTER' THEN 3 WHEN 'WAITING_ON_EXTERNAL_PARTY' THEN 4 ELSE 0 END,
				(SELECT t.id FROM request_texts t WHERE t.company_id = k.company_id AND t.text = rtrim(substr(json_object('userId', d.value -> 'userId', 'name', d.value -> 'name'), 2), '}')), d.value -> 'at', d.value -> 'until'))
				FROM json_each(block, '$.workStatusHistory') d)), json('[]'))) AS packed,
		json_remove(json_remove(json_remove(block, '$.id', '$.run', '$.level', '$.ordinal', '$.sequence', '$.status', '$.workStatus', '$.basis',
			'$.openedAt', '$.decidedAt', '$.createdAt', iif(plain_decisions, '$.decisions', '$._'), iif(plain_spans, '$.workStatusHistory', '$._'),
			iif(block -> 'subLevel' = '0', '$.subLevel', '$._'), iif(block ->> 'reason' = 'Always', '$.reason', '$._')),
			iif(block ->> 'ruleId' IS NULL, '$._', '$.quorum'), iif(block ->> 'ruleId' IS NULL, '$._', '$.settings'), iif(block ->> 'ruleId' IS NULL, '$._', '$.label'), iif(block ->> 'ruleId' IS NULL, '$._', '$.ruleId'), iif(block ->> 'ruleId' IS NULL, '$._', '$.ruleType'), iif(block ->> 'ruleId' IS NULL, '$._', '$.approverType'), iif(block ->> 'ruleId' IS NULL, '$._', '$.approvers'), iif(block ->> 'ruleId' IS NULL, '$._', '$.approversNote'), iif(block ->> 'ruleId' IS NULL, '$._', '$.watchers')),
			iif(block -> 'assignee' = 'null', '$.assignee', '$._'), iif(block -> 'closedAt' = 'null', '$.closedAt', '$._'), iif(block -> 'bypassedAt' = 'null', '$.bypassedAt', '$._'), iif(block -> 'bypassedBy' = 'null', '$.bypassedBy', '$._'), iif(block -> 'bypassNote' = 'null', '$.bypassNote', '$._'), iif(block -> 'remindedAt' = 'null', '$.remindedAt', '$._'), iif(block -> 'remindedBy' = 'null', '$.remindedBy', '$._'), iif(block -> 'remindedNote' = 'null', '$.remindedNote', '$._'), iif(block -> 'reopenedAt' = 'null', '$.reopenedAt', '$._'), iif(block -> 'createdBy' = 'null', '$.createdBy', '$._'), iif(block -> 'automatic' = 'null', '$.automatic', '$._'), iif(block -> 'parentId' = 'null', '$.parentId', '$._')) AS rest
	  FROM kept_parts k ORDER BY target_id, run, serial)
 GROUP BY target_id, run;
--> statement-breakpoint
DROP VIEW `block_status_times`;
--> statement-breakpoint
DROP TABLE `level_group_statuses`;
--> statement-breakpoint
DROP TABLE `kept_blocks`;
--> statement-breakpoint
DROP TABLE `kept_parts`;
--> statement-breakpoint
CREATE VIEW `level_group_statuses` AS
SELECT b.target_id || '-' || b.run || '-' || (j.value ->> 0) AS id, b.company_id,
	CASE b.target_type WHEN 1 THEN 'INTAKE_SUBMISSION' WHEN 2 THEN 'SPEND_REQUEST' WHEN 3 THEN 'BILL' WHEN 4 THEN 'PURCHASE_ORDER'
		ELSE b.target_type END AS target_type,
	b.target_id, b.run, j.value ->> 1 AS level, j.value ->> 2 AS ordinal, j.value ->> '$[13].parentId' AS parent_id,
	coalesce(j.value ->> '$[13].ruleId', ('{' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (j.value ->> 6), j.value ->> 6)) || '"run":0}') ->> 'ruleId') AS rule_id,
	coalesce(j.value ->> '$[13].ruleType', ('{' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (j.value ->> 6), j.value ->> 6)) || '"run":0}') ->> 'ruleType') AS rule_type,
	coalesce(j.value ->> '$[13].label', ('{' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (j.value ->> 6), j.value ->> 6)) || '"run":0}') ->> 'label') AS label,
	CASE j.value ->> 3 WHEN 1 THEN 'APPROVED' WHEN 2 THEN 'REJECTED' ELSE 'PENDING' END AS status,
	CASE j.value ->> 4 WHEN 1 THEN 'IN_PROGRESS' WHEN 2 THEN 'WAITING_ON_VENDOR' WHEN 3 THEN 'WAITING_ON_REQUESTER' WHEN 4 THEN 'WAITING_ON_EXTERNAL_PARTY' ELSE 'PENDING' END AS work_status,
	j.value ->> 5 AS sequence,
	coalesce(b.since + (b.times ->> (j.value ->> 8)), j.value ->> 8) AS opened_at,
	coalesce(b.since + (b.times ->> (j.value ->> 9)), j.value ->> 9) AS decided_at,
	j.value ->> '$[13].closedAt' AS closed_at,
	json_insert(json_insert(json_insert('{' || coalesce((SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (j.value ->> 6), j.value ->> 6)), '')
		|| coalesce((SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (j.value ->> 7), j.value ->> 7)), '')
		|| '"run":' || b.run || coalesce(',' || substr(j.value -> 13, 2), '}'),
		'$.id', b.target_id || '-' || b.run || '-' || (j.value ->> 0), '$.parentId', NULL, '$.level', j.value ->> 1, '$.subLevel', 0,
		'$.ordinal', j.value ->> 2, '$.reason', 'Always',
		'$.status', CASE j.value ->> 3 WHEN 1 THEN 'APPROVED' WHEN 2 THEN 'REJECTED' ELSE 'PENDING' END,
		'$.workStatus', CASE j.value ->> 4 WHEN 1 THEN 'IN_PROGRESS' WHEN 2 THEN 'WAITING_ON_VENDOR' WHEN 3 THEN 'WAITING_ON_REQUESTER' WHEN 4 THEN 'WAITING_ON_EXTERNAL_PARTY' ELSE 'PENDING' END,
		'$.assignee', NULL, '$.openedAt', coalesce(b.since + (b.times ->> (j.value ->> 8)), j.value ->> 8),
		'$.decidedAt', coalesce(b.since + (b.times ->> (j.value ->> 9)), j.value ->> 9), '$.closedAt', NULL,
		'$.createdAt', coalesce(b.since + (b.times ->> (j.value ->> 10)), j.value ->> 10)),
		'$.bypassedAt', NULL, '$.bypassedBy', NULL, '$.bypassNote', NULL, '$.remindedAt', NULL, '$.remindedBy', NULL,
		'$.remindedNote', NULL, '$.reopenedAt', NULL, '$.createdBy', NULL, '$.automatic', NULL, '$.sequence', j.value ->> 5),
		'$.decisions', json((SELECT json_group_array(json('{' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (d.value ->> 0), d.value ->> 0))
			|| CASE d.value ->> 1 WHEN 1 THEN ',"decision":"APPROVED"' ELSE ',"decision":"REJECTED"' END
			|| ',"comment":' || coalesce(d.value -> 3, '""') || ',"answersVersion":' || coalesce(d.value -> 4, 1)
			|| ',"at":' || coalesce(b.since + (b.times ->> (d.value ->> 2)), d.value ->> 2)
			|| coalesce(',"onBehalfOf":{' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (d.value ->> 5), d.value ->> 5)) || '}', '') || '}'))
			FROM json_each(j.value, '$[11]') d)),
		'$.workStatusHistory', json((SELECT json_group_array(json('{"status":"' || CASE s.value ->> 0 WHEN 1 THEN 'IN_PROGRESS' WHEN 2 THEN 'WAITING_ON_VENDOR' WHEN 3 THEN 'WAITING_ON_REQUESTER' WHEN 4 THEN 'WAITING_ON_EXTERNAL_PARTY' ELSE 'PENDING' END
			|| '",' || (SELECT t.text FROM request_texts t WHERE t.company_id = b.company_id AND t.id = coalesce(b.texts ->> (s.value ->> 1), s.value ->> 1))
			|| ',"at":' || coalesce(b.since + (b.times ->> (s.value ->> 2)), s.value ->> 2)
			|| ',"until":' || coalesce(coalesce(b.since + (b.times ->> (s.value ->> 3)), s.value ->> 3), 'null')
			|| ',"spentMs":' || coalesce(coalesce(b.since + (b.times ->> (s.value ->> 3)), s.value ->> 3) - coalesce(b.since + (b.times ->> (s.value ->> 2)), s.value ->> 2), 'null') || '}'))
			FROM json_each(j.value, '$[12]') s))) AS block
  FROM request_blocks b CROSS JOIN json_each(coalesce((SELECT c.text FROM request_texts c WHERE c.company_id = b.company_id AND c.id = b.course), b.blocks)) j;
--> statement-breakpoint
CREATE VIEW `block_status_times` AS
SELECT l.company_id, l.target_type, l.target_id, l.id AS block_id, l.run, l.level, l.rule_type,
       j.value ->> 'status' AS work_status, j.value ->> 'at' AS since, j.value ->> 'until' AS until
  FROM level_group_statuses l CROSS JOIN json_each(l.block, '$.workStatusHistory') j;
