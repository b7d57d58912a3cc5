import type { Owner } from '../../client/discovery/find-service.ts';

/** Owners of a service, as options and settings name them. */
export const owners = ['own', 'other'] as const satisfies readonly Owner[];

export function isOwner(text: string): text is Owner {
	return owners.some((owner) => owner === text);
}
