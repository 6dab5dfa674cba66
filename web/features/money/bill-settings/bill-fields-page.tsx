import { Switch } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  listCustomFields,
  listCustomSegments,
  setSegmentEnabled,
  setShowOnBill,
} from '../../../../schema/platform/accounting/bill-settings-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { PaymentsGatekeeper, PaymentsSettingsTabs } from '../payments/index.ts'

interface Field {
  id: string
  name: string
  scriptId: string
  type?: string | null
  valueType?: string | null
  isOn: boolean
}

interface Fields {
  tab: 'form' | 'segments'
  title: string
  subtitle: string
  noun: string
  switchHeader: string
  /** The column of a field's type. */
  hasTypes: boolean
  empty: string
  read: (signal: AbortSignal) => Promise<Field[]>
  set: (id: string, isOn: boolean, commandId: string) => Promise<unknown>
}

const FORM: Fields = {
  tab: 'form',
  title: 'Bill form',
  subtitle: 'Which custom fields of the accounting system people fill in on bills.',
  noun: 'custom fields',
  switchHeader: 'Show on bill',
  hasTypes: true,
  empty: 'Custom fields appear here after the first sync with an accounting system that has some.',
  read: async (signal) =>
    (await call(listCustomFields, { signal })).map(({ showOnBill, ...field }) => ({ ...field, isOn: showOnBill })),
  set: (erpCustomFieldId, showOnBill, commandId) =>
    call(setShowOnBill, { params: { erpCustomFieldId }, body: { showOnBill }, commandId }),
}

const SEGMENTS: Fields = {
  tab: 'segments',
  title: 'Segments',
  subtitle: 'Which custom segments of the accounting system people choose on the lines of bills.',
  noun: 'custom segments',
  switchHeader: 'Enabled',
  hasTypes: false,
  empty: 'Custom segments appear here after the first sync with an accounting system that has some.',
  read: async (signal) =>
    (await call(listCustomSegments, { signal })).map(({ enabled, ...segment }) => ({ ...segment, isOn: enabled })),
  set: (erpCustomSegmentId, enabled, commandId) =>
    call(setSegmentEnabled, { params: { erpCustomSegmentId }, body: { enabled }, commandId }),
}

/** Shows the choice at once, and reverts it if saving fails. */
const OnSwitch = ({ field, of }: { field: Field; of: Fields }) => {
  const [chosen, setChosen] = useState<boolean | null>(null)
  if (chosen === field.isOn) setChosen(null)
  const save = useCommand<boolean>({
    run: (isOn, { commandId }) => of.set(field.id, isOn, commandId),
    success: (_, isOn) => `${field.name} is ${isOn ? 'on' : 'off'} the bill form`,
    invalidates: [
      ['bill-settings', of.tab],
      ['bills', 'form'],
    ],
    onError: () => {
      setChosen(null)
      return false
    },
  })
  return (
    <Switch
      aria-label={`${field.name}: ${of.switchHeader.toLowerCase()}`}
      checked={chosen ?? field.isOn}
      onChange={(event) => {
        setChosen(event.currentTarget.checked)
        save.send(event.currentTarget.checked)
      }}
    />
  )
}

/** "COLUMN" of NetSuite is on lines. */
const placeOf = ({ type }: Field): string | null | undefined =>
  type === 'COLUMN' ? 'Lines' : type === 'BODY' ? 'Bill' : type

const FieldsPage = ({ of }: { of: Fields }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['bill-settings', of.tab],
    queryFn: ({ signal }) => of.read(signal),
  })
  const columns = useMemo((): Column<Field>[] => {
    const types: Column<Field>[] = [
      { id: 'type', header: 'On', width: '8rem', cell: placeOf },
      { id: 'valueType', header: 'Value', width: '10rem', cell: ({ valueType }) => valueType },
    ]
    return [
      { id: 'name', header: 'Name', card: 'title', cell: ({ name }) => name },
      { id: 'scriptId', header: 'Script id', width: '14rem', cell: ({ scriptId }) => scriptId },
      ...(of.hasTypes ? types : []),
      {
        id: 'isOn',
        header: of.switchHeader,
        width: '8rem',
        always: true,
        cell: (field) => <OnSwitch field={field} of={of} />,
      },
    ]
  }, [of])
  return (
    <>
      <PageHeader title={of.title} tabTitle={`Payments - ${of.title}`} subtitle={of.subtitle} />
      <PaymentsSettingsTabs current={of.tab} />
      <TableView
        label={of.title}
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{ icon: <IconForms size={20} aria-hidden />, title: `No ${of.noun}`, text: of.empty }}
      />
    </>
  )
}

/** Settings › Payments › Bill form. */
export const BillFormPage = () => (
  <PaymentsGatekeeper need="ENABLED">
    <FieldsPage of={FORM} />
  </PaymentsGatekeeper>
)

/** Settings › Payments › Segments. */
export const SegmentsPage = () => (
  <PaymentsGatekeeper need="ENABLED">
    <FieldsPage of={SEGMENTS} />
  </PaymentsGatekeeper>
)
