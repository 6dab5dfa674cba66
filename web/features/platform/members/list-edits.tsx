import { type Member, type MemberChange, memberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName, namesText, type Option } from '../../../../schema/shared/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CellFieldProps } from '../../../ui/table/edited.ts'
import { editsOf } from '../../../ui/table/edits-of.tsx'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { type MemberFormLists, memberKeys, readMember, updateMember, useMemberForm } from './api.ts'

const toOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

/** What the person may choose for this member, plus what the member already has. */
const useOptions = (member: Member, list: 'departments' | 'businessUnits' | 'groups' | 'locations'): Option[] => {
  const lists: MemberFormLists | undefined = useMemberForm(member.id).data
  const own = list === 'locations' ? [member.location].filter((each) => each !== null) : member[list]
  return [...new Map([...(lists?.[list] ?? []), ...own.map(toOption)].map((each) => [each.value, each])).values()]
}

type Units = 'departments' | 'businessUnits' | 'groups'

const UnitsField = ({ item, list, ...props }: CellFieldProps<Member, string[]> & { list: Units }) => (
  <OptionSelect multiple options={useOptions(item, list)} {...props} />
)
const LocationField = ({ item, ...props }: CellFieldProps<Member, string | null>) => (
  <OptionSelect options={useOptions(item, 'locations')} {...props} />
)

/**
 * The fields of a member that can be changed alone in the list. Roles are changed together, in the form.
 * @param mayManage whether the person may change this member
 */
export const memberEdits = (mayManage: (member: Member) => boolean) => {
  const edit = editsOf<Member, MemberChange & { version?: number | undefined }>({
    what: 'member',
    can: mayManage,
    nameOf: fullName,
    body: memberChange,
    save: ({ id }, change, commandId) => updateMember(id, change, commandId),
    read: ({ id }) => readMember(id),
    invalidates: memberKeys.all,
  })
  const units = (field: 'departmentIds' | 'businessUnitIds' | 'groupIds', list: Units) =>
    edit(field, {
      valueOf: (member) => idsOf(member[list]),
      text: (member) => namesText(member[list]),
      input: (props) => <UnitsField list={list} {...props} />,
    })
  return {
    title: edit('title', {
      valueOf: ({ title }) => title,
      text: ({ title }) => title,
      input: ({ item: _, onChange, ...props }) => (
        <TextField maxLength={200} onChange={(event) => onChange(event.currentTarget.value)} {...props} />
      ),
    }),
    departments: units('departmentIds', 'departments'),
    businessUnits: units('businessUnitIds', 'businessUnits'),
    groups: units('groupIds', 'groups'),
    location: edit('locationId', {
      isChoice: true,
      valueOf: ({ location }) => location?.id ?? null,
      text: ({ location }) => location?.name ?? '',
      input: (props) => <LocationField {...props} />,
    }),
    manager: edit('managerId', {
      isChoice: true,
      valueOf: ({ manager }) => manager?.id ?? null,
      text: ({ manager }) => manager?.name ?? '',
      input: ({ item, ...props }) => (
        <AsyncOptionSelect
          kind="member"
          placeholder="Search by name"
          known={item.manager ? [toOption(item.manager)] : []}
          {...props}
        />
      ),
    }),
  }
}
