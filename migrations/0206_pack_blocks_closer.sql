-- What blocks' JSON repeats is stored as single control characters (worker/objects/approval/packed-text.ts). The columns
-- that put it back are computed when they are read, so no row is written, and rows without such characters read as before.
DROP VIEW `block_status_times`;
ALTER TABLE `level_group_statuses` DROP COLUMN `opened_at`;
ALTER TABLE `level_group_statuses` DROP COLUMN `decided_at`;
ALTER TABLE `level_group_statuses` DROP COLUMN `closed_at`;
ALTER TABLE `level_group_statuses` DROP COLUMN `block`;
ALTER TABLE `level_group_statuses` ADD `part_1` text;
ALTER TABLE `level_group_statuses` ADD `part_2` text;
ALTER TABLE `level_group_statuses` ADD `part_3` text;
ALTER TABLE `level_group_statuses` ADD `part_4` text;
ALTER TABLE `level_group_statuses` ADD `part_5` text;
ALTER TABLE `level_group_statuses` ADD `plain` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(packed, char(1), coalesce(part_1, '')), char(2), coalesce(part_2, '')), char(3), coalesce(part_3, '')), char(4), coalesce(part_4, '')), char(5), coalesce(part_5, '')), char(6), '","name":"'), char(7), '{"ruleId":"'), char(8), '","reason":"'), char(9), 'Always","approverType":"'), char(10), 'MANAGER_APPROVER","approvers":[{"userId":"'), char(11), 'CUSTOM_APPROVERS","approvers":[{"userId":"'), char(12), '","via":"'), char(13), '","sources":[{"kind":"GROUP","id":"'), char(14), '"}]},{"userId":"'), char(15), '"}],"decisions":[{"userId":"'), char(16), '"}]}],"decisions":[{"userId":"'), char(17), '","decision":"APPROVED","comment":"'), char(18), '","answersVersion":1,"at":'), char(19), '}],"workStatusHistory":[{"status":"PENDING","userId":"'), char(20), '","at":'), char(21), ',"until":'), char(22), ',"spentMs":'), char(23), '}],"openedAt":'), char(24), ',"decidedAt":'), char(25), ',"createdAt":'), char(26), 'manager of '), char(27), 'group '), char(28), '"}],"workStatusHistory":[{"status":"PENDING","userId":"'), char(29), 'null')) VIRTUAL;
ALTER TABLE `level_group_statuses` ADD `block` text GENERATED ALWAYS AS (json_insert(json_insert(json_insert(plain,
		'$.id', id, '$.parentId', parent_id, '$.run', run, '$.level', level, '$.subLevel', 0, '$.ordinal', ordinal, '$.ruleId', NULL,
		'$.ruleType', rule_type, '$.label', label),
		'$.approversNote', NULL, '$.watchers', json('[]'), '$.quorum', json('{"kind":"ANY"}'), '$.settings', json('{}'),
		'$.decisions', json('[]'), '$.status', status, '$.workStatus', work_status, '$.assignee', NULL, '$.openedAt', NULL,
		'$.decidedAt', NULL, '$.closedAt', NULL),
		'$.bypassedAt', NULL, '$.bypassedBy', NULL, '$.bypassNote', NULL, '$.remindedAt', NULL, '$.remindedBy', NULL,
		'$.remindedNote', NULL, '$.reopenedAt', NULL, '$.createdBy', NULL, '$.automatic', NULL, '$.sequence', sequence)) VIRTUAL;
ALTER TABLE `level_group_statuses` ADD `opened_at` integer GENERATED ALWAYS AS (plain ->> '$.openedAt') VIRTUAL;
ALTER TABLE `level_group_statuses` ADD `decided_at` integer GENERATED ALWAYS AS (plain ->> '$.decidedAt') VIRTUAL;
ALTER TABLE `level_group_statuses` ADD `closed_at` integer GENERATED ALWAYS AS (plain ->> '$.closedAt') VIRTUAL;
CREATE VIEW `block_status_times` AS
SELECT l.company_id, l.target_type, l.target_id, l.id AS block_id, l.run, l.level, l.rule_type,
       j.value ->> 'status' AS work_status, j.value ->> 'at' AS since, j.value ->> 'until' AS until
  FROM level_group_statuses l CROSS JOIN json_each(l.block, '$.workStatusHistory') j;
