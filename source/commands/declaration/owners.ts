import type { Owner } from '../../client/discovery/find-service.ts';

/** Whose service can be chosen, for options and settings. */
export const owners = ['own', 'other'] as const satisfies readonly Owner[];

export function isOwner(text: string): text is Owner {
	return owners.some((owner) => owner === text);
}
