import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { BEYOND_OWN, FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../../schema/shared/permissions.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup } from '../../../ui/form-frame.tsx'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { useCompany } from '../session/index.ts'
import type { MemberFormLists } from './api.ts'
import type { MemberValues } from './form-values.ts'
import classes from './members.module.css'
import { FLAG_HELP, ROLE_FLAGS } from './words.ts'

interface FieldsProps {
  form: UseFormReturnType<MemberValues>
  lists: MemberFormLists
  /** Null for a new one. */
  member: Member | null
}

const toOptions = (units: { id: string; name: string }[]): Option[] =>
  units.map(({ id, name }) => ({ value: id, label: name }))

/** What can be chosen, plus what the member already has. The server decides whether that can be removed. */
const withOwn = (options: Option[], own: { id: string; name: string }[]): Option[] => [
  ...new Map([...options, ...toOptions(own)].map((option) => [option.value, option])).values(),
]

const OTHER_FLAGS = ACCESS_FLAGS.filter((flag) => !ROLE_FLAGS.includes(flag))

export const MemberFields = ({ form, lists, member }: FieldsProps) => {
  const company = useCompany()
  const has = (units: { id: string }[] | undefined, options: Option[]) => Boolean(units?.length || options.length)
  const showsUnits = company.enableBusinessUnits || has(member?.businessUnits, lists.businessUnits)
  const showsEntities = company.enableEntities || has(member?.entities, lists.entities)
  const isShown = (flag: AccessFlag) => showsUnits || !flag.startsWith('hasBusinessUnit') || form.values[flag]
  const flagBox = (flag: AccessFlag) => (
    <Checkbox
      key={flag}
      label={FLAG_LABELS[flag]}
      description={lists.accessFlags.includes(flag) ? FLAG_HELP[flag] : `${FLAG_HELP[flag]} ${BEYOND_OWN}.`}
      disabled={!lists.accessFlags.includes(flag)}
      {...form.getInputProps(flag, { type: 'checkbox' })}
    />
  )
  return (
    <>
      <FieldGroup legend="Person">
        <div className={classes.pair}>
          <TextField
            label="First name"
            required
            maxLength={100}
            {...(member ? {} : { 'data-autofocus': true })}
            {...form.getInputProps('firstName')}
          />
          <TextField label="Last name" required maxLength={100} {...form.getInputProps('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          required
          disabled={!lists.mayChangeEmail}
          description={lists.mayChangeEmail ? 'Login links go to this address.' : 'Ask an admin to change it.'}
          {...form.getInputProps('email')}
        />
        <TextField label="Title" maxLength={200} {...form.getInputProps('title')} />
      </FieldGroup>
      <FieldGroup legend="Organization">
        <div className={classes.pair}>
          <AsyncOptionSelect
            kind="member"
            label="Manager"
            placeholder="Search by name"
            {...(member?.manager ? { known: toOptions([member.manager]) } : {})}
            {...form.getInputProps('managerId')}
          />
          <OptionSelect
            label="Location"
            options={withOwn(lists.locations, member?.location ? [member.location] : [])}
            {...form.getInputProps('locationId')}
          />
        </div>
        <OptionSelect
          multiple
          label="Departments"
          options={withOwn(lists.departments, member?.departments ?? [])}
          {...form.getInputProps('departmentIds')}
        />
        <Checkbox
          label="Approves requests of their departments"
          {...form.getInputProps('approvesRequestsForDepartment', { type: 'checkbox' })}
        />
        {showsUnits && (
          <>
            <OptionSelect
              multiple
              label="Business units"
              options={withOwn(lists.businessUnits, member?.businessUnits ?? [])}
              {...form.getInputProps('businessUnitIds')}
            />
            <Checkbox
              label="Approves requests of their business units"
              {...form.getInputProps('approvesRequestsForBusinessUnit', { type: 'checkbox' })}
            />
          </>
        )}
        <OptionSelect
          multiple
          label="Groups"
          description="Workflows can route approvals to groups."
          options={withOwn(lists.groups, member?.groups ?? [])}
          {...form.getInputProps('groupIds')}
        />
        {showsEntities && (
          <OptionSelect
            multiple
            label="Entities"
            options={withOwn(lists.entities, member?.entities ?? [])}
            {...form.getInputProps('entityIds')}
          />
        )}
        <Checkbox
          label="Signs for the company"
          disabled={!lists.maySetSigner}
          {...form.getInputProps('isSigner', { type: 'checkbox' })}
        />
      </FieldGroup>
      <FieldGroup legend="Roles">
        <div className={classes.flags}>{ROLE_FLAGS.filter(isShown).map(flagBox)}</div>
      </FieldGroup>
      <FieldGroup legend="Additional access">
        <div className={classes.flags}>{OTHER_FLAGS.map(flagBox)}</div>
      </FieldGroup>
    </>
  )
}
