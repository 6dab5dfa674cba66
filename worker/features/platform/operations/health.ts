import type { Handler } from 'hono'
import type { AppBindings } from '../../../transport/context.ts'
import { type Checked, checkedOf, type Problem } from './check.ts'

const answer =
  (isRight: (checked: Checked) => boolean, problemsOf: (checked: Checked) => Problem[]): Handler<AppBindings> =>
  async (c) => {
    const checked = await checkedOf(c.env, Date.now())
    const isOk = isRight(checked)
    const { cells, checkedAt } = checked
    return c.json({ ok: isOk, problems: problemsOf(checked), cells, checkedAt }, isOk ? 200 : 503)
  }

/** 503 if people get no answers. */
export const ready = answer(
  ({ broken }) => broken.length === 0,
  ({ broken }) => broken,
)

/** 503 also if something is late. */
export const health = answer(
  ({ broken, late }) => broken.length + late.length === 0,
  ({ broken, late }) => [...broken, ...late],
)
