-- Transfers that arrived or came back before they were recorded for the accounting system.
INSERT INTO ledger_syncs (id, company_id, type, owner_id, bill_id, date, currency, amount_minor, is_credit, title, facts,
  facts_at, state, created_at, updated_at)
SELECT e.id, e.company_id, e.type, t.id, NULL, e.date, 'USD', t.amount_minor, 0, e.memo,
       json_object('type', e.type, 'ownerId', t.id, 'billId', NULL, 'erpEntityId', e.erp_entity_id, 'date', e.date,
         'currency', 'USD', 'totalMinor', t.amount_minor, 'title', e.memo),
       e.created_at, 'UNSYNCED', e.created_at, e.created_at
  FROM ledger_entries e
 CROSS JOIN payment_transfers t ON t.company_id = e.company_id
   AND e.source IN ('load:' || t.id, 'withdrawal:' || t.id, 'reversal:load:' || t.id, 'reversal:withdrawal:' || t.id)
 CROSS JOIN erp_connections c ON c.company_id = e.company_id AND c.disconnected_at IS NULL
 CROSS JOIN companies m ON m.id = e.company_id AND m.flags ->> 'enablePaymentAccounting'
 WHERE e.type IN ('ACH_LOAD', 'ACH_LOAD_REVERSAL') AND e.created_at >= c.connected_at
    ON CONFLICT DO NOTHING;
