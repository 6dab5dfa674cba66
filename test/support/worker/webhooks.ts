import { env } from 'cloudflare:workers'
import type { WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import { newId } from '../../../worker/core/clock.ts'
import { report } from '../../../worker/features/approvals/tasks/run.ts'
import { database } from './database.ts'
import { type Category, file, makeCategory, rule } from './intake.ts'
import type { World } from './matrix-world.ts'
import { HOOK_HOST } from './outside.ts'

/** Requests whose task is a webhook. */

export const hook = (id: string, more: Partial<WorkflowRule> = {}, url = `https://${HOOK_HOST}/outlay`): WorkflowRule =>
  rule(id, { type: 'WEBHOOK', settings: { webhook: { url, fields: [] } }, ...more })

const categories = new Map<World, Promise<Category>>()

/** Filed by the world's people, like its other requests. */
const categoryOf = (w: World): Promise<Category> => {
  const known = categories.get(w)
  if (known) return known
  const made = makeCategory(w.as('admin'), {
    levels: [
      [
        rule('legal', { approverUserIds: [w.people.second.userId] }),
        hook('hook', {
          approverUserIds: [w.people.approver.userId],
          watcherType: 'CUSTOM_WATCHERS',
          watcherUserIds: [w.people.watcher.userId],
        }),
      ],
    ],
  }).then(async (category) => {
    await database
      .prepare('INSERT INTO intake_category_owners (company_id, intake_category_id, user_id) VALUES (?, ?, ?)')
      .bind(w.own.id, category.id, w.people.categoryOwner.userId)
      .run()
    return category
  })
  categories.set(w, made)
  return made
}

/** An automatic task that failed and can be retried, or completed by hand. */
export const failTask = async (companyId: string, blockId: string): Promise<void> => {
  const row = await database
    .prepare('SELECT target_id AS targetId FROM level_group_statuses WHERE id = ?')
    .bind(blockId)
    .first<{ targetId: string }>()
  // Doesn't wait for its outbox row, which must not have the last word.
  await database
    .prepare("UPDATE outbox SET done_at = 1 WHERE topic = 'task.run' AND payload ->> 'blockId' = ?")
    .bind(blockId)
    .run()
  await report(env, { companyId, targetId: row?.targetId ?? '' }, newId(), {
    type: 'taskFailed',
    blockId,
    error: 'The target answered 500',
  })
}

/** A webhook that failed and can be retried. */
export const failedHook = async (w: World): Promise<string> => {
  const { id: categoryId } = await categoryOf(w)
  const id = await file(w.as('requester'), categoryId, { title: 'With a webhook' })
  const row = await database
    .prepare("SELECT id FROM level_group_statuses WHERE target_id = ? AND label = 'hook'")
    .bind(id)
    .first<{ id: string }>()
  if (!row) throw new Error('No webhook')
  await failTask(w.own.id, row.id)
  return row.id
}
