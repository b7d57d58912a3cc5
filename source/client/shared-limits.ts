import type { SettingsChanges, SettingsOf8, SharedLimits } from '../protocol/resources/settings.ts';
import { AbsentError } from './http/errors.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';
import { changeSettingsOf8, readSettingsOf8, type SettingsCall } from './settings-of-8.ts';

export type SharedLimitChanges = NonNullable<SettingsChanges['limits']>;

/** Reads the limits of all downloads together. Throws an AbsentError for a service without such limits. */
export async function readSharedLimits(client: PlainClient, call: CallOptions = {}): Promise<SharedLimits> {
	if (await isOf8(client, call)) return limitsOf(await readSettingsOf8(client, call));
	const { limits, active_limits: active } = await client.getServiceSettings({}, call);
	return { ...limits, active };
}

/**
 * Changes limits of all downloads together, and returns those of the service afterwards. Omitted ones stay. Throws an
 * AbsentError, and sends nothing, if the service has no such limits. Services of 8.x: see changeSettingsOf8.
 */
export async function changeSharedLimits(
	client: PlainClient,
	changes: SharedLimitChanges,
	call: SettingsCall = {},
): Promise<SharedLimits> {
	if (!(await isOf8(client, call))) {
		const answer = await client.changeServiceSettings({ body: { limits: changes } }, call);
		return { ...answer.limits, active: answer.active_limits };
	}
	if (changes.alternative) throw new AbsentError(client.url, 'alternative limits', true);
	const { download, upload } = changes;
	return limitsOf(await changeSettingsOf8(client, { limits: { download, upload } }, call));
}

/** Whether a service is of 8.x. Its settings have two limits, which are no extension. */
export async function isOf8({ requests }: PlainClient, call: CallOptions): Promise<boolean> {
	// It also detects the dialect of an unknown service.
	return requests.offers({ extension: 'limits', in8: true }, call).then(() => requests.dialect === '8.x');
}

function limitsOf({ limits: { download, upload } }: SettingsOf8): SharedLimits {
	return { download, upload, alternative: undefined, active: { set: 'normal', download, upload } };
}
