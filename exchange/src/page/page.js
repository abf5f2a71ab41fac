// @ts-check
import { connect } from './connection.js'
import { find } from './element.js'
import { makeFaultForm, showFaults } from './faults.js'
import { showLog } from './log.js'
import { makeReplyForm, showMessages } from './mailbox.js'
import { caption } from './phone-face.js'
import { Phone } from './phone.js'
import { unlockOnGesture } from './sound.js'

unlockOnGesture()
makeReplyForm()
void makeFaultForm()

const phone = new Phone((message) => line.send(message))
const line = connect({
  onState({ phoneNumber, calls, texts, mails, log, faults }) {
    find('connection').textContent = `Caller ID ${phoneNumber}`
    phone.show(calls)
    showMessages(texts, mails)
    showLog(log)
    showFaults(faults)
  },
  onFrame: (frame) => phone.play(frame),
  onSay: (words) => phone.say(words),
  onCaption: caption,
  onSilence: () => phone.silence(),
  onConnection(isConnected) {
    if (!isConnected) find('connection').textContent = "The sandbox isn't running. Trying again…"
  },
})
