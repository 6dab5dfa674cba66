import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { SourcingEvent } from './api.ts'
import classes from './events.module.css'
import { eventState } from './words.ts'

/** What is asked for, and who works on it. */
export const OverviewTab = ({ event }: { event: SourcingEvent }) => (
  <div className={classes.columns}>
    <div>
      <Section id="event-description" title="What bidders read" first>
        <p className={classes.text}>{event.description || 'No description.'}</p>
      </Section>
      <Section id="event-criteria" title="Criteria">
        {event.criteria.length === 0 ? (
          <p className={classes.note}>Bids aren’t scored. They are compared by price and lead time.</p>
        ) : (
          <Facts>
            {event.criteria.map(({ id, label, weight, description }) => (
              <Fact key={id} label={`${label}, ${weight}%`}>
                {description}
              </Fact>
            ))}
          </Facts>
        )}
      </Section>
    </div>
    <Section id="event-facts" title="Facts" first>
      <Facts narrow>
        <Fact label="Status">
          <StatusBadge {...eventState(event.status)} />
        </Fact>
        <Fact label="Deadline">
          <DateTimeText instant={event.deadline} />
        </Fact>
        <Fact label="Form">{event.category?.name ?? 'Price, lead time and remarks only'}</Fact>
        <Fact label="Published">{event.publishedAt && <DateTimeText instant={event.publishedAt} />}</Fact>
        <Fact label="Bids opened">{event.openedAt && <DateTimeText instant={event.openedAt} />}</Fact>
        <Fact label="Owners">
          {event.owners.map(({ id, name }) => (
            <div key={id}>
              <PersonName name={name} />
            </div>
          ))}
        </Fact>
        <Fact label="Reviewers">
          {event.reviewers.map(({ id, name, hasSubmitted }) => (
            <div key={id}>
              <PersonName name={name} />
              {hasSubmitted && <span className={classes.dim}> scored</span>}
            </div>
          ))}
        </Fact>
      </Facts>
    </Section>
  </div>
)
