import * as endpoints from '../../../../schema/platform/provisioning/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { addsPeopleStatement, joiningStatement } from '../members/index.ts'

/** Whether people become members by logging in for the first time. Off until an admin turns it on. */

interface Joining {
  addsPeople: number
  peopleAdded: number
  personAddedAt: number | null
}

export const newPeopleOf = (row: Joining | null | undefined) => ({
  addsPeople: row?.addsPeople === 1,
  added: row?.peopleAdded ?? 0,
  lastAddedAt: row?.personAddedAt ? new Date(row.personAddedAt).toISOString() : null,
})

export const setNewPeople = command({
  id: 'provisioning.set-new-people',
  access: 'sign-on.manage',
  freshFactor: true,
  input: inputOf(endpoints.setNewPeople),
  run: async (context, { addsPeople }) => {
    const { db, actor } = context
    const before = newPeopleOf(await db.first(joiningStatement(db, actor.companyId)))
    return commit(context, {
      subject: 'The setting',
      statements: [addsPeopleStatement(db, actor.companyId, addsPeople)],
      audit:
        before.addsPeople === addsPeople
          ? []
          : [
              {
                changeKey: `new-people:${context.newId()}`,
                action: 'company.new-people-set',
                targetType: 'COMPANY',
                targetId: actor.companyId,
                message: addsPeople
                  ? 'People of proven domains become members when they first log in'
                  : 'No one becomes a member by logging in',
                changeData: { before: { addsPeople: before.addsPeople }, after: { addsPeople } },
              },
            ],
      result: { ...before, addsPeople },
    })
  },
})
