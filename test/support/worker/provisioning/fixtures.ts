import { newId } from '../../../../worker/core/clock.ts'
import {
  type Case,
  NOBODY,
  nothing,
  nowhere,
  type OperationFixture,
  READERS,
  told,
  UNCONCERNED,
} from '../fixtures/fixture.ts'
import type { World } from '../matrix-world.ts'
import { rows } from '../sessions.ts'

const PREFIX = 'olp_world1'
/** Admins in their own session, and no API key. */
const IN_PERSON = `${READERS.replace(' admin', '')} ${UNCONCERNED} otherMember offMember apiKey`
const BARRED = IN_PERSON.replace(' apiKey', '')

const keys = told({ UNAUTHENTICATED: NOBODY, OK: 'admin', NOTHING: 'otherAdmin offAdmin', FORBIDDEN: IN_PERSON })
const creates = told({ UNAUTHENTICATED: NOBODY, OK: 'admin otherAdmin offAdmin', FORBIDDEN: IN_PERSON })
const revokes = told({ UNAUTHENTICATED: NOBODY, OK: 'admin', NOT_FOUND: 'otherAdmin offAdmin', FORBIDDEN: IN_PERSON })
const lists = told({ UNAUTHENTICATED: NOBODY, OK: 'admin', NOTHING: 'otherAdmin offAdmin', FORBIDDEN: BARRED })
const saves = told({ UNAUTHENTICATED: NOBODY, OK: 'admin', INVALID: 'otherAdmin offAdmin', FORBIDDEN: IN_PERSON })

const insertKey = async (w: World): Promise<string> => {
  const id = newId()
  await rows(
    `INSERT INTO provisioning_keys (id, company_id, prefix, key_hash, created_by_user_id, created_at) VALUES (?, ?, ?, ?, ?, 0)`,
    ...[id, w.own.id, PREFIX, newId(), w.people.admin.userId],
  )
  return id
}

const VALUE = 'As the provider says'
const insertValue = async (w: World, kind: string): Promise<void> => {
  await rows(
    `INSERT OR IGNORE INTO provisioning_values (company_id, kind, value_key, value, first_seen_at, last_seen_at)
     VALUES (?, ?, ?, ?, 1, 1)`,
    ...[w.own.id, kind, VALUE.toLowerCase(), VALUE],
  )
}

const listing = (of: string, kind: string): OperationFixture => ({
  cases: [
    {
      of,
      outcomes: lists,
      input: async (w) => {
        await insertValue(w, kind)
        return nothing()
      },
      shows: () => VALUE,
    },
  ],
  invalid: null,
  unknown: null,
  repeat: null,
})

/** A unit that is missing is said beside its field, as one of another company is: foreign-ids.test. */
const saving = (of: string, input: (w: World) => object): OperationFixture => {
  const made: Case['input'] = async (w) => ({ body: [await input(w)] })
  return {
    cases: [{ of, outcomes: saves, input: made }],
    invalid: { change: { body: [] }, field: 'body' },
    unknown: null,
    repeat: async (_, w) => ({ body: [await input(w)] }),
  }
}

let next = 0
const value = () => {
  next += 1
  return `Value ${next}`
}

/** Provisioning keys, and what a provider's names mean. */
export const provisioningFixtures: Record<string, OperationFixture> = {
  'provisioning.get': {
    cases: [
      {
        of: 'the keys',
        outcomes: keys,
        input: async (w) => {
          await insertKey(w)
          return nothing()
        },
        shows: () => PREFIX,
      },
    ],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'provisioning.create-key': {
    cases: [{ of: 'a new key', outcomes: creates, input: () => ({ overlapDays: 7 }) }],
    invalid: { change: { overlapDays: 3 }, field: 'overlapDays' },
    unknown: null,
    repeat: null,
  },
  'provisioning.revoke-key': {
    cases: [{ of: 'a key', outcomes: revokes, input: async (w) => ({ keyId: await insertKey(w) }) }],
    invalid: { change: { keyId: 'no id' }, field: 'keyId' },
    unknown: () => ({ keyId: nowhere() }),
    repeat: async (_, w) => ({ keyId: await insertKey(w) }),
  },
  'provisioning.set-new-people': {
    cases: [{ of: 'the setting', outcomes: creates, input: () => ({ addsPeople: true }) }],
    invalid: { change: { addsPeople: 'maybe' }, field: 'addsPeople' },
    unknown: null,
    repeat: (input) => ({ ...input, addsPeople: false }),
  },
  'provisioning.list-entity-mappings': listing('entities', 'ENTITY'),
  'provisioning.list-business-unit-mappings': listing('business units', 'BUSINESS_UNIT'),
  'provisioning.list-department-mappings': listing('departments', 'DEPARTMENT'),
  'provisioning.list-group-mappings': listing('groups', 'GROUP'),
  'provisioning.mappings-needing-attention': listing('what waits', 'GROUP'),
  'provisioning.save-entity-mappings': saving('an entity', (w) => ({
    entityId: w.named.entity,
    integrationEntity: value(),
  })),
  'provisioning.save-business-unit-mappings': saving('a business unit', (w) => ({
    businessUnitId: w.businessUnitId,
    integrationBusinessUnit: value(),
  })),
  'provisioning.save-department-mappings': saving('a department', (w) => ({
    departmentId: w.departmentId,
    integrationDepartment: value(),
  })),
  'provisioning.save-group-mappings': saving('a group', (w) => ({
    groupId: w.groupId,
    integrationGroup: value(),
    role: 'hasVendorAdminAccess',
  })),
}
