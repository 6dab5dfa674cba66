-- Whether a request waits, now or later, for somebody's step: what is handed over when they leave.
ALTER TABLE `request_participants` ADD COLUMN `is_awaited` integer DEFAULT 0 NOT NULL;
UPDATE request_participants SET is_awaited = 1
 WHERE is_approver = 1 AND completed_at IS NULL AND target_type = 'INTAKE_SUBMISSION' AND EXISTS (
	SELECT 1 FROM intake_submissions s CROSS JOIN level_group_statuses b
	    ON b.company_id = s.company_id AND b.target_type = 'INTAKE_SUBMISSION' AND b.target_id = s.id AND b.run = s.run
	 WHERE s.id = request_participants.target_id AND b.status = 'PENDING'
	   AND (b.block ->> '$.assignee.userId' = request_participants.user_id
	     OR (EXISTS (SELECT 1 FROM json_each(b.block, '$.approvers') a WHERE a.value ->> 'userId' = request_participants.user_id)
	         AND NOT EXISTS (SELECT 1 FROM json_each(b.block, '$.decisions') d
	                          WHERE COALESCE(d.value ->> '$.onBehalfOf.userId', d.value ->> 'userId') = request_participants.user_id))));
CREATE INDEX `request_participants_awaited` ON `request_participants` (`company_id`,`user_id`,`target_type`,`created_at`,`target_id`)
 WHERE is_awaited = 1 AND completed_at IS NULL;
