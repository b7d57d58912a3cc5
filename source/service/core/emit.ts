import type { EventType } from '../../protocol/events/events.ts';

/** Emits an event of the interface (part 6). */
export type Emit = (name: EventType, payload: unknown) => void;
