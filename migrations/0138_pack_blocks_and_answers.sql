-- A block's JSON is stored without what its columns have and without what most blocks don't have; `block` puts both back.
-- Answers are found by the request and version alone, so the table is its own index.
CREATE TABLE `kept_blocks` AS SELECT id, company_id, target_type, target_id, run, level, ordinal, parent_id, rule_type, label, status,
	work_status, block, sequence FROM level_group_statuses;
DROP TABLE `level_group_statuses`;
CREATE TABLE `level_group_statuses` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`run` integer NOT NULL,
	`level` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`parent_id` text,
	`rule_type` text NOT NULL,
	`label` text NOT NULL,
	`status` text NOT NULL,
	`work_status` text NOT NULL,
	`packed` text NOT NULL,
	`sequence` integer NOT NULL,
	`block` text GENERATED ALWAYS AS (json_insert(json_insert(json_insert(packed,
		'$.id', id, '$.parentId', parent_id, '$.run', run, '$.level', level, '$.subLevel', 0, '$.ordinal', ordinal, '$.ruleId', NULL,
		'$.ruleType', rule_type, '$.label', label),
		'$.approversNote', NULL, '$.watchers', json('[]'), '$.quorum', json('{"kind":"ANY"}'), '$.settings', json('{}'),
		'$.decisions', json('[]'), '$.status', status, '$.workStatus', work_status, '$.assignee', NULL, '$.openedAt', NULL,
		'$.decidedAt', NULL, '$.closedAt', NULL),
		'$.bypassedAt', NULL, '$.bypassedBy', NULL, '$.bypassNote', NULL, '$.remindedAt', NULL, '$.remindedBy', NULL,
		'$.remindedNote', NULL, '$.reopenedAt', NULL, '$.createdBy', NULL, '$.automatic', NULL, '$.sequence', sequence)) VIRTUAL,
	`opened_at` integer GENERATED ALWAYS AS (packed ->> '$.openedAt') VIRTUAL,
	`decided_at` integer GENERATED ALWAYS AS (packed ->> '$.decidedAt') VIRTUAL,
	`closed_at` integer GENERATED ALWAYS AS (packed ->> '$.closedAt') VIRTUAL
);
INSERT INTO level_group_statuses (id, company_id, target_type, target_id, run, level, ordinal, parent_id, rule_type, label, status,
	work_status, packed, sequence)
SELECT id, company_id, target_type, target_id, run, level, ordinal, parent_id, rule_type, label, status, work_status,
	json_remove(json_remove(block,
		'$.id', '$.parentId', '$.run', '$.level', '$.ordinal', '$.ruleType', '$.label', '$.status', '$.workStatus', '$.sequence', '$.basis',
		iif(block -> '$.subLevel' = '0', '$.subLevel', '$._'), iif(block -> '$.watchers' = '[]', '$.watchers', '$._'),
		iif(block -> '$.quorum' = '{"kind":"ANY"}', '$.quorum', '$._'), iif(block -> '$.settings' = '{}', '$.settings', '$._'),
		iif(block -> '$.decisions' = '[]', '$.decisions', '$._')),
		iif(block -> '$.ruleId' = 'null', '$.ruleId', '$._'), iif(block -> '$.approversNote' = 'null', '$.approversNote', '$._'),
		iif(block -> '$.assignee' = 'null', '$.assignee', '$._'), iif(block -> '$.openedAt' = 'null', '$.openedAt', '$._'),
		iif(block -> '$.decidedAt' = 'null', '$.decidedAt', '$._'), iif(block -> '$.closedAt' = 'null', '$.closedAt', '$._'),
		iif(block -> '$.bypassedAt' = 'null', '$.bypassedAt', '$._'), iif(block -> '$.bypassedBy' = 'null', '$.bypassedBy', '$._'),
		iif(block -> '$.bypassNote' = 'null', '$.bypassNote', '$._'), iif(block -> '$.remindedAt' = 'null', '$.remindedAt', '$._'),
		iif(block -> '$.remindedBy' = 'null', '$.remindedBy', '$._'), iif(block -> '$.remindedNote' = 'null', '$.remindedNote', '$._'),
		iif(block -> '$.reopenedAt' = 'null', '$.reopenedAt', '$._'), iif(block -> '$.createdBy' = 'null', '$.createdBy', '$._'),
		iif(block -> '$.automatic' = 'null', '$.automatic', '$._')), sequence
  FROM kept_blocks ORDER BY rowid;
DROP TABLE `kept_blocks`;
CREATE INDEX `level_group_statuses_target` ON `level_group_statuses` (`company_id`,`target_type`,`target_id`,`run`,`level`,`ordinal`);

CREATE TABLE `kept_answers` AS SELECT * FROM intake_answers;
DROP TABLE `intake_answers`;
CREATE TABLE `intake_answers` (
	`submission_id` text NOT NULL,
	`version` integer NOT NULL,
	`question_id` text NOT NULL,
	`company_id` text NOT NULL,
	`value` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`submission_id`, `version`, `question_id`)
) WITHOUT ROWID;
INSERT INTO intake_answers (submission_id, version, question_id, company_id, value, note)
SELECT submission_id, version, question_id, company_id, value, note FROM kept_answers ORDER BY submission_id, version, question_id;
DROP TABLE `kept_answers`;
CREATE TRIGGER `intake_answers_vendor_merged` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array') AND EXISTS (SELECT 1 FROM json_each(new.value) j JOIN vendor_merges m
	ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL) BEGIN
	UPDATE intake_answers SET value = CASE json_type(new.value)
		WHEN 'array' THEN (SELECT json_group_array(x.id) FROM (
			SELECT coalesce(m.survivor_id, j.value) AS id, min(j.key) AS place FROM json_each(new.value) j
			  LEFT JOIN vendor_merges m ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL
			 GROUP BY 1 ORDER BY place) x)
		ELSE (SELECT json_quote(m.survivor_id) FROM json_each(new.value) j JOIN vendor_merges m
			ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL) END
	 WHERE submission_id = new.submission_id AND version = new.version AND question_id = new.question_id;
END;
