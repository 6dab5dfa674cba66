-- Who did what to a matter that ends in a decision or in money, with everyone behind the act.
CREATE TABLE `hands` (
	`company_id` text NOT NULL,
	`matter` text NOT NULL,
	`matter_id` text NOT NULL,
	`user_id` text NOT NULL,
	`act` text NOT NULL,
	`through` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `matter_id`, `user_id`, `act`)
);
--> statement-breakpoint
CREATE INDEX `hands_started` ON `hands` (`company_id`,`user_id`,`at`) WHERE act = 'STARTED';
--> statement-breakpoint
CREATE INDEX `bill_payments_scheduler` ON `bill_payments` (`company_id`,`pay_on_by_user_id`,`pay_on`) WHERE pay_on IS NOT NULL;
--> statement-breakpoint
-- Bills from before: their rows say who entered them, and the log who changed them, and for whom.
INSERT OR IGNORE INTO hands (company_id, matter, matter_id, user_id, act, through, at)
SELECT company_id, 'BILL', id, created_by_user_id, 'ENTERED', NULL, created_at FROM bills;
--> statement-breakpoint
INSERT OR IGNORE INTO hands (company_id, matter, matter_id, user_id, act, through, at)
SELECT company_id, 'BILL', id, requestor_user_id, 'NAMED', created_by_user_id, created_at FROM bills
 WHERE requestor_user_id <> created_by_user_id;
--> statement-breakpoint
INSERT OR IGNORE INTO hands (company_id, matter, matter_id, user_id, act, through, at)
SELECT a.company_id, 'BILL', a.target_id, iif(n.value, a.impersonator_user_id, a.actor_user_id),
       iif(a.full_action = 'bill.submitted', 'ENTERED', 'CHANGED'), iif(n.value, NULL, a.impersonator_user_id), max(a.occurred_at)
  FROM audit_log a CROSS JOIN json_each('[0,1]') n
 WHERE a.target_type = 'BILL' AND a.full_action IN ('bill.submitted', 'bill.edited', 'bill.restarted')
   AND iif(n.value, a.impersonator_user_id, a.actor_user_id) IS NOT NULL
 GROUP BY a.company_id, a.target_id, iif(n.value, a.impersonator_user_id, a.actor_user_id), a.full_action = 'bill.submitted';
--> statement-breakpoint
INSERT OR IGNORE INTO hands (company_id, matter, matter_id, user_id, act, through, at)
SELECT company_id, 'BANK_DETAILS', id, created_by_user_id, 'ENTERED', NULL, created_at FROM vendor_bank_details;
--> statement-breakpoint
INSERT OR IGNORE INTO hands (company_id, matter, matter_id, user_id, act, through, at)
SELECT company_id, 'BANK_DETAILS', details_id, user_id, 'CONFIRMED', NULL, confirmed_at FROM vendor_bank_confirmations;
