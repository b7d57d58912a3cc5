import type { AnyTarget } from '../target.ts';
import { endpointInputs } from './endpoints.ts';
import { eventFraming } from './event-framing.ts';
import { feeds } from './feeds.ts';
import { filters } from './filters.ts';
import { keys } from './keys.ts';
import { overlayFrames } from './overlay-frames.ts';
import { torrents } from './torrents.ts';

export const targets: readonly AnyTarget[] = [
	torrents,
	eventFraming,
	filters,
	feeds,
	overlayFrames,
	keys,
	endpointInputs,
];
