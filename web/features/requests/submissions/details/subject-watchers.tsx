import { Button, Group } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'

interface SubjectWatchersProps {
  /** "bill" */
  noun: string
  watchers: readonly { id: string; name: string }[]
  /** The field of the form with their ids. */
  field: object
  submit: ComponentProps<'form'>['onSubmit']
  isPending: boolean
  onClose: () => void
}

/** Who watches something that is approved. */
export const SubjectWatchers = ({ noun, watchers, field, submit, isPending, onClose }: SubjectWatchersProps) => (
  <Dialog opened onClose={onClose} title="Watchers">
    <form onSubmit={submit} noValidate>
      <AsyncOptionSelect
        multiple
        kind="member"
        label="Watchers"
        description={`They can see the ${noun} and get updates. They can’t approve.`}
        known={watchers.map(({ id, name }) => ({ value: id, label: name }))}
        {...field}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save watchers
        </Button>
      </Group>
    </form>
  </Dialog>
)
