import { Alert, Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type {
  Difference,
  ItemChange,
  Mapping,
  Removal,
  SectionDifference,
} from '../../../../schema/platform/configuration/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCan } from '../session/index.ts'
import { configurationKeys, differenceQuery, startImport } from './api.ts'
import classes from './configuration.module.css'
import { ProblemList } from './problem-list.tsx'
import { CHANGE_BADGES, changesText } from './words.ts'

interface DifferenceViewProps {
  read: { number: number; name: string; text: string }
  onImported: () => void
}

const sameName = (a: Pick<Mapping, 'kind' | 'name'>, b: Pick<Mapping, 'kind' | 'name'>): boolean =>
  a.kind === b.kind && a.name === b.name

/** What a file would change, section by section, and what has to be decided before. */
export const DifferenceView = ({ read, onImported }: DifferenceViewProps) => {
  const [mappings, setMappings] = useState<Mapping[]>([])
  const [removals, setRemovals] = useState<Removal[]>([])
  const decided = { file: read.text, mappings, removals }
  const { data, error, isFetching, refetch } = useQuery(differenceQuery(read.number, decided))
  const client = useQueryClient()
  const can = useCan()
  const heading = useRef<HTMLHeadingElement>(null)
  const hasData = data !== undefined
  useEffect(() => {
    if (hasData) heading.current?.focus()
  }, [hasData])
  const start = useCommand<Difference>({
    run: ({ fingerprint }, { commandId }) => startImport({ ...decided, fileName: read.name, fingerprint }, commandId),
    success: 'Import started',
    invalidates: [configurationKeys.imports],
    onSuccess: onImported,
    // What runs has changed: the new difference is read before importing.
    onError: () => {
      void client.invalidateQueries({ queryKey: [...configurationKeys.all, 'difference'] })
      return undefined
    },
  })
  const choose = (mapping: Mapping) =>
    setMappings((before) => [...before.filter((each) => !sameName(each, mapping)), mapping])
  const forget = (mapping: Mapping) => setMappings((before) => before.filter((each) => !sameName(each, mapping)))
  const remove = (removal: Removal, isRemoved: boolean) =>
    setRemovals((before) => {
      const rest = before.filter(({ section, name }) => section !== removal.section || name !== removal.name)
      return isRemoved ? [...rest, removal] : rest
    })
  const ask = async (difference: Difference) => {
    const agreed = await confirm({
      title: `Import ${read.name}?`,
      text: `This makes ${changesText(difference.changes)}. You can undo it as long as no one changes the same things.`,
      confirmLabel: 'Import',
    })
    if (agreed) start.send(difference)
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={160} aria-label="Comparing" />
  const same = data.sections.filter((section) => !hasNews(section)).map(({ title }) => title)
  const isBlocked = data.problems.some(({ level }) => level === 'ERROR')
  return (
    <div className={classes.section} aria-busy={isFetching}>
      <h3 className={classes.title} ref={heading} tabIndex={-1}>
        {read.name}: {data.changes === 0 && !isBlocked ? 'no differences' : changesText(data.changes)}
      </h3>
      <ProblemList problems={data.problems} choices={data.choices} onChoose={choose} />
      <DecidedNames mappings={mappings} onForget={forget} />
      {data.sections.filter(hasNews).map((section) => (
        <SectionCard key={section.key} section={section} removals={removals} onRemove={remove} />
      ))}
      {same.length > 0 && <p className={classes.lead}>No differences: {same.join(', ')}</p>}
      {data.changes > 0 && !can('configuration.import') && (
        <Alert color="gray">Only an admin can import this, in their own session.</Alert>
      )}
      {(data.changes > 0 || isBlocked) && can('configuration.import') && (
        <div>
          <Button
            onClick={() => void ask(data)}
            loading={start.isPending}
            disabled={!data.canImport || isFetching}
            aria-describedby={isBlocked ? 'import-blocked' : undefined}
          >
            Import {changesText(data.changes)}
          </Button>
          {isBlocked && (
            <p id="import-blocked" className={classes.lead}>
              Resolve the problems above first, or change the file.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

interface DecidedNamesProps {
  mappings: Mapping[]
  onForget: (mapping: Mapping) => void
}

/** What unknown names stand for, as the person chose. */
const DecidedNames = ({ mappings, onForget }: DecidedNamesProps) =>
  mappings.length === 0 ? null : (
    <ul className={classes.list} aria-label="Names you decided on">
      {mappings.map((mapping) => (
        <li key={`${mapping.kind} ${mapping.name}`} className={classes.head}>
          <span>
            {mapping.name}: {mapping.to === null ? 'left out' : mapping.to}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => onForget(mapping)}>
            Change {mapping.name}
          </Button>
        </li>
      ))}
    </ul>
  )

interface SectionCardProps {
  section: SectionDifference
  removals: readonly Removal[]
  onRemove: (removal: Removal, isRemoved: boolean) => void
}

const hasNews = ({ items, isReordered }: SectionDifference): boolean => items.length > 0 || isReordered

const SectionCard = ({ section, removals, onRemove }: SectionCardProps) => {
  const { key, title, items, unchanged, isReordered } = section
  // As chosen, before the next difference has come.
  const isChosen = (name: string) => removals.some((removal) => removal.section === key && removal.name === name)
  const missing = items
    .filter(({ change }) => change === 'MISSING')
    .map(({ name }) => ({ name, isRemoved: isChosen(name) }))
  const changed = items.filter(({ change }) => change !== 'MISSING')
  return (
    <section className={classes.card} aria-label={title}>
      <h4 className={classes.title}>{title}</h4>
      {changed.length > 0 && (
        <ul className={classes.list}>
          {changed.map((item) => (
            <Item key={item.name} item={item} />
          ))}
        </ul>
      )}
      {isReordered && <p className={classes.text}>Their order changes.</p>}
      {unchanged > 0 && <p className={classes.lead}>{unchanged} unchanged</p>}
      {missing.length > 0 && (
        <Missing
          items={missing}
          title={title}
          onRemove={(name, isRemoved) => onRemove({ section: key, name }, isRemoved)}
        />
      )}
    </section>
  )
}

interface MissingProps {
  items: { name: string; isRemoved: boolean }[]
  title: string
  onRemove: (name: string, isRemoved: boolean) => void
}

/** What runs and isn’t in the file. It stays, unless it is chosen. */
const Missing = ({ items, title, onRemove }: MissingProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const removed = items.filter(({ isRemoved }) => isRemoved).length
  const text = `${items.length} not in the file, ${removed === 0 ? 'which stay' : `${removed} to be removed`}`
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <span className={classes.lead}>
          {items.length === 1 && removed === 0 ? '1 not in the file, which stays' : text}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Choose what to remove of'} ${title}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Choose what to remove'}
        </Button>
      </div>
      {isOpen && (
        <ul className={classes.list}>
          {items.map(({ name, isRemoved }) => (
            <li key={name}>
              <Checkbox
                label={`Remove ${name}`}
                checked={isRemoved}
                onChange={(event) => onRemove(name, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Item = ({ item }: { item: ItemChange }) => (
  <li className={classes.item}>
    <div className={classes.head}>
      {item.name && <span className={classes.name}>{item.name}</span>}
      <StatusBadge {...CHANGE_BADGES[item.change]} />
      {item.was && <span className={classes.lead}>was {item.was}</span>}
    </div>
    <Fields item={item} />
  </li>
)

/** As many fields as are read at a glance. */
const SHOWN = 8

const Fields = ({ item: { fields, more, name, change } }: { item: ItemChange }) => {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? fields : fields.slice(0, SHOWN)
  const hidden = fields.length - shown.length
  return (
    <div className={classes.fields}>
      {change === 'ADDED' ? (
        <dl className={classes.added}>
          {shown.map(({ path, after }) => (
            <div key={path}>
              <dt>{path}</dt>
              <dd>{after}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <DifferenceList
          differences={shown.map(({ path, before, after }) => ({
            label: path,
            before: before ?? 'None',
            after: after ?? 'None',
          }))}
        />
      )}
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
          Show {hidden} more{name && ` of ${name}`}
        </Button>
      )}
      {isOpen && more > 0 && <p className={classes.lead}>And {more} more.</p>}
    </div>
  )
}
