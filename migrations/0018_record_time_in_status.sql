-- How long requests, levels and blocks were in each status, for analytics. Nothing is written twice: the times of a
-- block are read from its JSON, and the views spell out the stretches of time of a request's row or its blocks' rows.
ALTER TABLE `intake_submissions` ADD COLUMN `status_history` text DEFAULT '[]' NOT NULL;
ALTER TABLE `level_group_statuses` ADD COLUMN `opened_at` integer GENERATED ALWAYS AS (block ->> '$.openedAt') VIRTUAL;
ALTER TABLE `level_group_statuses` ADD COLUMN `decided_at` integer GENERATED ALWAYS AS (block ->> '$.decidedAt') VIRTUAL;
ALTER TABLE `level_group_statuses` ADD COLUMN `closed_at` integer GENERATED ALWAYS AS (block ->> '$.closedAt') VIRTUAL;
CREATE VIEW `request_status_times` AS
SELECT s.company_id, s.id AS submission_id, s.intake_category_id, s.submitted_at,
       j.value ->> 'status' AS status, j.value ->> 'at' AS since, j.value ->> 'until' AS until
  FROM intake_submissions s CROSS JOIN json_each(s.status_history) j
 WHERE s.is_draft = 0 AND s.deleted_at IS NULL;
CREATE VIEW `block_status_times` AS
SELECT l.company_id, l.target_type, l.target_id, l.id AS block_id, l.run, l.level, l.rule_type,
       j.value ->> 'status' AS work_status, j.value ->> 'at' AS since, j.value ->> 'until' AS until
  FROM level_group_statuses l CROSS JOIN json_each(l.block, '$.workStatusHistory') j;
