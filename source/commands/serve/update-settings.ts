import Type from 'typebox';
import { mismatches } from './market-settings.ts';

export const UpdateSettings = Type.Object({
	/** Address that answers JSON with the newest version. Null for no checks. */
	url: Type.Union([Type.String({ minLength: 1 }), Type.Null()], { default: null }),
});
export type UpdateSettings = Type.Static<typeof UpdateSettings>;

const MAX_CHARACTERS = 2_000;

export const updateSettingsText = {
	url: `'updates.url' must be an http or https address without a password, of at most ${MAX_CHARACTERS} characters`,
} as const;

/** Parses the address. Returns undefined if it cannot be used. */
export function parseUpdateUrl(written: string): URL | undefined {
	const url = written.length <= MAX_CHARACTERS && URL.canParse(written) ? new URL(written) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
	return url;
}

/** Returns the faults of the setting `updates`, except those that decoding reports. `written` is the file's value. */
export function updateFaults(
	written: unknown,
	updates: UpdateSettings | undefined,
	faulty: readonly string[],
): string[] {
	if (!updates) return [];
	const faults = mismatches('updates', written, updates, UpdateSettings, faulty);
	if (updates.url !== null && !parseUpdateUrl(updates.url)) faults.push(updateSettingsText.url);
	return faults;
}
