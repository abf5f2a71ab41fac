import { useEffect } from 'react'
import { paths } from '../../../paths.ts'
import type { NumberPlace } from '../phone-proof.ts'
import { PhoneSteps } from '../phone-steps.tsx'
import { leaveDocumentOf } from './firebase-document.ts'
import type { FirebaseSettings } from './firebase-library.ts'
import { useFirebaseProof } from './firebase-proof.tsx'

/** The form where Firebase is configured, with its library: loaded only there. */
export function FirebaseForm({ settings, as }: { settings: FirebaseSettings; as: NumberPlace }) {
  useEffect(() => () => leaveDocumentOf(paths.phone), [])
  return <PhoneSteps proof={useFirebaseProof(settings, as)} />
}
