import { computed, typed } from '../../../core/record.ts'

const OPEN = 'done_at IS NULL AND dead_at IS NULL'
/** The topics that have rows to carry out, by steps in the index of those. */
const TOPICS = `WITH RECURSIVE topics (topic) AS (
    SELECT (SELECT topic FROM outbox INDEXED BY outbox_due WHERE ${OPEN} ORDER BY topic LIMIT 1)
    UNION ALL
    SELECT (SELECT o.topic FROM outbox o INDEXED BY outbox_due WHERE o.topic > topics.topic AND ${OPEN} ORDER BY o.topic LIMIT 1)
      FROM topics WHERE topics.topic IS NOT NULL)`

const OLDEST = computed<{ topic: string; dueAt: number }>({
  topic: 't.topic',
  dueAt: `(SELECT o.available_at FROM outbox o INDEXED BY outbox_due
    WHERE o.topic = t.topic AND ${OPEN} ORDER BY o.available_at LIMIT 1)`,
})

/**
 * By topic of the outbox, when what waits longest was due (milliseconds): in the future, if someone works on it or it waits
 * for its time. Reads one row a topic.
 */
export const OLDEST_DUE = typed`${TOPICS} SELECT ${OLDEST} FROM topics t WHERE t.topic IS NOT NULL`
