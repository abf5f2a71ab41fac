/** Kinds of speech servers whose voices are known for each character. */
export const SPEECH_PRESETS = ['openai', 'kokoro', 'chatterbox', 'kitten', 'orpheus', 'pocket-tts'] as const
export type SpeechPreset = (typeof SPEECH_PRESETS)[number]
