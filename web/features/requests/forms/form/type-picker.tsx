import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../../schema/requests/forms/form-rules.ts'
import classes from './form.module.css'
import { useFormKind } from './form-kind.ts'
import { QUESTION_ICONS } from './question-icons.ts'
import { ONCE_TYPES, TYPE_GROUPS } from './question-types.ts'

interface TypePickerProps {
  id: string
  /** Where it adds: "Add a question to Basics". */
  label: string
  used: ReadonlySet<QuestionType>
  onPick: (type: QuestionType) => void
}

export const TypePicker = ({ id, label, used, onPick }: TypePickerProps) => {
  const { noun, offers } = useFormKind()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  // Enter takes the first matching type, so it is marked once the shorter list is shown.
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (search) selectFirstOption()
  }, [search, selectFirstOption])
  const wanted = search.trim().toLowerCase()
  const groups = TYPE_GROUPS.map((group) => ({
    ...group,
    types: group.types.filter(
      ([type, text]) => offers(type) && `${typeLabel(type)} ${text}`.toLowerCase().includes(wanted),
    ),
  })).filter((group) => group.types.length > 0)
  return (
    <Combobox
      store={combobox}
      width={360}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(type) => {
        combobox.closeDropdown()
        onPick(type as QuestionType)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          id={id}
          variant="subtle"
          size="compact-sm"
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          Add {noun}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown data-own-undo>
        <Combobox.Search
          value={search}
          aria-label={`Search ${noun} types`}
          placeholder={`Search ${noun} types`}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            combobox.closeDropdown()
            document.getElementById(id)?.focus()
          }}
        />
        <Combobox.Options mah={360} className={classes.types ?? ''} aria-label={`Types of ${noun}`}>
          {groups.map((group) => (
            <Combobox.Group key={group.label} label={group.label}>
              {group.types.map(([type, text]) => {
                const Icon = QUESTION_ICONS[type]
                const taken = ONCE_TYPES.includes(type) && used.has(type)
                return (
                  <Combobox.Option key={type} value={type} disabled={taken}>
                    <span className={classes.type}>
                      <Icon size={18} aria-hidden />
                      <span>
                        <b>{typeLabel(type)}</b>
                        <small>{taken ? 'Already in the form' : text}</small>
                      </span>
                    </span>
                  </Combobox.Option>
                )
              })}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>No results</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
