import { Button } from './button.tsx'

/** A page that could not be loaded: what happened, and how to retry. */
export function ErrorState({ title, message }: { title: string; message: string }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-card border border-bad/40 bg-bad-tint p-6">
      <h2 className="text-xl text-bad">{title}</h2>
      <p>{message}</p>
      <p className="text-quiet">Your calls aren't affected. They'll ring as planned.</p>
      <Button look="secondary" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  )
}
