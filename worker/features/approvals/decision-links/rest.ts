import * as endpoints from '../../../../schema/approvals/decision-links/endpoints.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { shownFile } from '../../documents/documents/index.ts'
import { openDecisionDocument } from './document.ts'
import { decideByLink, openDecisionLink } from './operations.ts'
import { readDecisionLinks, saveDecisionLinks } from './settings.ts'

export const decisionLinkDoors: Door[] = [
  door(endpoints.openDecisionLink, openDecisionLink),
  rawDoor(endpoints.openDecisionDocument, openDecisionDocument, shownFile),
  door(endpoints.decideByLink, decideByLink),
  door(endpoints.getDecisionLinkSettings, readDecisionLinks),
  door(endpoints.saveDecisionLinkSettings, saveDecisionLinks),
]
