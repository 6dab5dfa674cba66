import { getDocument } from '../../../../schema/documents/documents/endpoints.ts'
import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { deleteComment, updateComment } from './change.ts'
import { readDocument } from './of-document.ts'
import { readCommentLines, readThreads } from './read.ts'

export const threadDoors: Door[] = [
  door(endpoints.listThreads, readThreads),
  door(endpoints.listCommentLines, readCommentLines),
  door(getDocument, readDocument),
  door(endpoints.updateComment, updateComment),
  door(endpoints.deleteComment, deleteComment),
]
