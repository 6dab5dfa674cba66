import * as bidding from '../../../../schema/requests/sourcing-events/bidder-endpoints.ts'
import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { eventFile, eventList } from '../../../../schema/requests/sourcing-events/list.ts'
import * as review from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { MAX_BID_FILE_BYTES } from '../../../../schema/requests/sourcing-events/values.ts'
import { fileDisposition } from '../../../core/sent/texts.ts'
import { listDoors } from '../../../transport/list-doors.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import { FILE_POLICY } from '../../documents/documents/index.ts'
import { awardEvent } from './award.ts'
import { saveBid, submitBid, withdrawBid } from './bid.ts'
import { addBidFile, openBidFile, removeBidFile, TOO_LARGE } from './bid-files.ts'
import { askQuestion, type FileDetails, readBidderEvent, readBidderLogo, seeEvent } from './bidder.ts'
import { addBidder, linkVendor, removeBidder, sendLink } from './bidders.ts'
import { openFile, readBids, readComparison } from './bids.ts'
import { createEvent, deleteEvent, updateEvent } from './change.ts'
import { eventOperations } from './list.ts'
import { cancelEvent, postponeEvent, publishEvent } from './publish.ts'
import { answerQuestion, postNotice } from './questions.ts'
import { readEvent } from './read.ts'
import { readScores, saveScores } from './scores.ts'

/** Always a download: what strangers send is never shown as a page. */
const fileResponse = ({ details, bytes }: { details: FileDetails; bytes: Uint8Array<ArrayBuffer> }): Response =>
  new Response(bytes, {
    headers: {
      'Content-Type': details.mimeType,
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': fileDisposition('attachment', details.name),
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': FILE_POLICY,
    },
  })

export const sourcingEventDoors: Door[] = [
  ...listDoors(eventList, eventFile, eventOperations),
  door(endpoints.createEvent, createEvent),
  door(endpoints.getEvent, readEvent),
  door(endpoints.updateEvent, updateEvent),
  door(endpoints.deleteEvent, deleteEvent),
  door(endpoints.publishEvent, publishEvent),
  door(endpoints.postponeEvent, postponeEvent),
  door(endpoints.cancelEvent, cancelEvent),
  door(endpoints.addBidder, addBidder),
  door(endpoints.removeBidder, removeBidder),
  door(endpoints.sendLink, sendLink),
  door(endpoints.linkVendor, linkVendor),
  door(endpoints.answerQuestion, answerQuestion),
  door(endpoints.postNotice, postNotice),
  door(review.getBids, readBids),
  rawDoor(review.openFile, openFile, fileResponse),
  door(review.getScores, readScores),
  door(review.saveScores, saveScores),
  door(review.getComparison, readComparison),
  door(review.awardEvent, awardEvent),
  door(bidding.getBidderEvent, readBidderEvent),
  rawDoor(
    bidding.getBidderLogo,
    readBidderLogo,
    ({ object, contentType }) =>
      new Response(object.body, {
        headers: {
          'Content-Type': contentType,
          'Content-Length': String(object.size),
          'Cache-Control': 'private, max-age=600',
          'Content-Security-Policy': FILE_POLICY,
        },
      }),
  ),
  door(bidding.seeBidderEvent, seeEvent),
  door(bidding.askQuestion, askQuestion),
  door(bidding.saveBid, saveBid),
  door(bidding.submitBid, submitBid),
  door(bidding.withdrawBid, withdrawBid),
  formDoor(bidding.addBidFile, addBidFile, { maxBytes: MAX_BID_FILE_BYTES, tooLarge: TOO_LARGE }),
  door(bidding.removeBidFile, removeBidFile),
  rawDoor(bidding.openBidFile, openBidFile, fileResponse),
]
