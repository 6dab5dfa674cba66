import { Button, Checkbox, Group, Text } from '@mantine/core'
import { Dialog } from '../dialog.tsx'
import { SortableList } from '../reorder/sortable-list.tsx'
import type { ArrangingProps } from './arrangement.ts'
import classes from './table.module.css'

/** The columns in their order, which is changed by dragging or by the keys that the list announces. */
export const OrderDialog = ({ arrangement, onArrange, onClose }: ArrangingProps & { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Columns" size="24rem">
    <Text size="sm" c="dimmed" mb="sm">
      Drag a column to its place, or focus its handle, press Space and use the arrow keys.
    </Text>
    <SortableList
      items={[...arrangement]}
      label="Columns in order"
      idOf={({ column }) => column.id}
      nameOf={({ column }) => column.header || 'Actions'}
      onReorder={onArrange}
      className={classes.order}
      itemClassName={classes.orderItem}
    >
      {({ column, isShown, isFixed }, handle) => (
        <>
          {handle}
          <Checkbox
            size="xs"
            label={column.header || 'Actions'}
            checked={isShown}
            disabled={isFixed}
            onChange={() =>
              onArrange(arrangement.map((each) => (each.column === column ? { ...each, isShown: !isShown } : each)))
            }
          />
        </>
      )}
    </SortableList>
    <Group justify="space-between" mt="md">
      <Button variant="subtle" color="gray" onClick={() => onArrange(null)}>
        Reset columns
      </Button>
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Dialog>
)
