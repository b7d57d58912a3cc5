import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields } from '../basics/fields.ts';
import { KeyedQueue } from '../concurrency/keyed-queue.ts';
import { decode } from '../protocol/decode.ts';
import { parseExactDecimals, stringifyExact } from '../protocol/exact-json.ts';
import { FormerSettings, fieldOf, merged } from '../protocol/repair/former-settings.ts';
import { type ChangesOf8, Section8, type SettingsOf8 } from '../protocol/resources/settings.ts';
import { MalformedError, SettingsError } from './http/errors.ts';
import { refusal } from './http/http-error.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';

/** Options of a change of settings. */
export interface SettingsCall extends CallOptions {
	/** Keeps the section for an undo. Nothing is sent if it fails. */
	readonly keep?: ((former: FormerSettings) => void | Promise<void>) | undefined;
}

/** Timeout of a request to a service of 8.x, ms. */
const TIMEOUT_MS = 30_000;
const PATH = '/settings';
/** The only section that is read and changed. It contains passwords of proxies. */
const SECTION = 'libtorrent';
/** Maximum names in a message. */
const MAX_NAMES = 5;

export const settingsOf8Text = {
	noSection: `the section ${SECTION} is missing`,
	different: (url: string, names: readonly string[]) =>
		`The service at ${url} reports other settings than those it was sent: ${names.slice(0, MAX_NAMES).join(', ')}` +
		`${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}.`,
	undo: "Undo with 'seedtop settings undo', or with u in the cockpit. Then compare its settings.",
	advanced: 'Limits of all downloads not changed: the service uses its advanced rate limits in their place.',
	turnOff: 'Turn them off in its settings first.',
} as const;

/** Changes of settings by service. A change reads, sends and reads again, so two at once would undo each other. */
const writes = new KeyedQueue<string>();

/** Reads the settings of a service that is known to be of 8.x. */
export async function readSettingsOf8(client: PlainClient, call: CallOptions = {}): Promise<SettingsOf8> {
	return settingsIn(await readSection(client, call));
}

/**
 * Changes settings of a service that is known to be of 8.x. Returns those that it reports afterwards. Throws a
 * ClientError, and sends nothing, if they cannot be read. Throws a SettingsError if any setting is not as it was sent.
 */
export async function changeSettingsOf8(
	client: PlainClient,
	changes: ChangesOf8,
	call: SettingsCall = {},
): Promise<SettingsOf8> {
	const changed = sectionOf(changes);
	const hasLimits = 'max_download_rate' in changed || 'max_upload_rate' in changed;
	return writes.run(client.url, async () => {
		const section = await readSection(client, call);
		if (hasLimits && section.use_advanced_rate_limits === true)
			throw new SettingsError(settingsOf8Text.advanced, settingsOf8Text.turnOff);
		return replaceSection(client, section, merged(section, changed), changed, call);
	});
}

/** Undoes a change of settings. Settings that were changed otherwise since then stay. Throws as changeSettingsOf8 does. */
export async function restoreSettingsOf8(
	client: PlainClient,
	former: FormerSettings,
	call: SettingsCall = {},
): Promise<SettingsOf8> {
	return writes.run(client.url, async () => {
		const section = await readSection(client, call);
		return replaceSection(client, section, former.restored(section), former.changed, call);
	});
}

/** Sends a section as a whole: releases before 8.3 drop all keys of it that are not sent. Then compares all keys. */
async function replaceSection(
	client: PlainClient,
	section: Fields,
	next: Fields,
	changed: Fields,
	{ keep, ...call }: SettingsCall,
): Promise<SettingsOf8> {
	await keep?.(new FormerSettings(section, changed));
	await request(client, 'POST', call, stringifyExact({ [SECTION]: next }));
	const now = await readSection(client, call);
	const different = differences(next, now);
	if (different.length > 0)
		throw new SettingsError(settingsOf8Text.different(client.url, different), settingsOf8Text.undo);
	return settingsIn(now);
}

function sectionOf({ limits = {}, seeding = {} }: ChangesOf8): Fields {
	const { mode, ratio, minutes, safe } = seeding;
	const defaults = {
		...(mode === undefined ? {} : { seeding_mode: mode }),
		...(ratio === undefined ? {} : { seeding_ratio: ratio }),
		...(minutes === undefined ? {} : { seeding_time: minutes * 60 }),
		...(safe === undefined ? {} : { safeseeding_enabled: safe }),
	};
	return {
		...(limits.download === undefined ? {} : { max_download_rate: limits.download }),
		...(limits.upload === undefined ? {} : { max_upload_rate: limits.upload }),
		...(Object.keys(defaults).length === 0 ? {} : { download_defaults: defaults }),
	};
}

function settingsIn(section: Fields): SettingsOf8 {
	const { value } = decode(Section8, section);
	const { max_download_rate: download, max_upload_rate: upload, download_defaults: defaults = {} } = value;
	// A negative limit is none.
	const limit = (rate: number | undefined) => (rate === undefined ? undefined : Math.max(0, rate));
	const {
		seeding_mode: mode,
		seeding_ratio: ratio,
		seeding_time: seconds,
		safeseeding_enabled: safe,
	} = defaults;
	return {
		limits: { download: limit(download), upload: limit(upload) },
		seeding: { mode, ratio, minutes: seconds === undefined ? undefined : seconds / 60, safe },
	};
}

/** Returns the names of different values: 'download_defaults.saveas'. An undefined value is an absent one. */
function differences(sent: Fields, found: Fields): string[] {
	return [...new Set([...Object.keys(sent), ...Object.keys(found)])].flatMap((name) => {
		const [one, other] = [fieldOf(sent, name), fieldOf(found, name)];
		if (isFields(one) && isFields(other)) return differences(one, other).map((below) => `${name}.${below}`);
		return isDeepStrictEqual(one, other) ? [] : [name];
	});
}

async function readSection(client: PlainClient, call: CallOptions): Promise<Fields> {
	const body = await request(client, 'GET', call);
	const settings = isFields(body) ? body.settings : undefined;
	const section = isFields(settings) ? settings[SECTION] : undefined;
	if (!isFields(section)) throw new MalformedError(`GET ${PATH}`, settingsOf8Text.noSection);
	return section;
}

async function request(
	{ http, url }: PlainClient,
	method: 'GET' | 'POST',
	{ timeout = TIMEOUT_MS, signal }: CallOptions,
	body?: string,
): Promise<unknown> {
	const answer = await http.inspect({
		method,
		path: PATH,
		accept: 'application/json',
		...(body === undefined ? {} : { contentType: 'application/json', body }),
		timeout,
		deadline: timeout,
		signal,
	});
	if (answer.status !== 200) throw refusal(url, answer.what, answer.status, answer.text);
	try {
		return parseExactDecimals(answer.text);
	} catch {
		throw new MalformedError(answer.what, 'the response is not JSON');
	}
}
