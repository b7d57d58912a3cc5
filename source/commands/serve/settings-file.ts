import { stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import Type from 'typebox';
import { isFields } from '../../basics/fields.ts';
import { readSmallFile } from '../../client/discovery/small-file.ts';
import { oneLine } from '../../format/one-line.ts';
import { decode } from '../../protocol/decode.ts';
import { parseExactDecimals } from '../../protocol/exact-json.ts';
import { reasonOf } from '../../service/http/http-error.ts';
import { makePrivateFolderSync } from '../../service/storage/make-folder.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';
import { placeOfJsonError } from '../output/json-error.ts';
import { otherKinds } from '../output/type-mismatches.ts';
import { completionFaults } from './completion-settings.ts';
import { marketFaults } from './market-settings.ts';
import { isNodeAddress } from './peer-address.ts';
import { hasPassword } from './proxies.ts';
import { ServiceSettings } from './settings.ts';
import { updateFaults } from './update-settings.ts';
import { watchFaults } from './watch-settings.ts';

const Written = Type.Partial(ServiceSettings);
/** The content of a settings file. Omitted settings have defaults. */
type WrittenSettings = Partial<ServiceSettings>;

const paths = ['api_key_file', 'download_dir', 'watch_folder', 'log_file'] as const;

/** Maximum length of the line with all faults. */
const MAX_FAULTS_CHARACTERS = 600;

/** Faults of a settings file. */
export const settingsFileText = {
	file: (problem: string) => `it ${problem}`,
	missing: "it does not exist: 'seedtop serve --write-settings' creates one",
	readable: (path: string) => `it contains a password and others can read it: run 'chmod 600 ${path}'`,
	notJson: 'it is not JSON',
	notObject: 'it is not a JSON object',
	proxies: "'proxies' must be a list of texts",
	unknown: (key: string) => `there is no setting '${key}'`,
	relative: (name: string) => `'${name}' must be an absolute path`,
	dhtNode: (index: number) =>
		`'dht_bootstrap[${index}]' must be host:port without brackets: a name or IPv4, e.g. 192.0.2.1:6881`,
};

/**
 * Reads a settings file. A missing file has no settings, unless it is required.
 * @throws CommandFailure of usage with all faults in one line that contains no secret
 */
export async function readSettingsFile(path: string, mustBeThere: boolean): Promise<WrittenSettings> {
	const file = await readSmallFile(path);
	if (!('text' in file)) {
		if (!file.missing) throw unusable(path, [settingsFileText.file(file.reason)]);
		if (mustBeThere) throw unusable(path, [settingsFileText.missing]);
		return {};
	}
	const { settings, faults } = await readSettings(file.text);
	if (faults.length > 0) throw unusable(path, faults);
	if (settings.proxies?.some(hasPassword) && ((await stat(path)).mode & 0o077) !== 0) {
		throw unusable(path, [settingsFileText.readable(path)]);
	}
	return settings;
}

/**
 * Writes a settings file that only its owner can read.
 * @throws CommandFailure if a file exists or cannot be written
 */
export async function writeSettingsFile(path: string, settings: ServiceSettings): Promise<void> {
	try {
		makePrivateFolderSync(dirname(path));
		await writeFile(path, `${JSON.stringify(settings, null, '\t')}\n`, { mode: 0o600, flag: 'wx' });
	} catch (error) {
		throw new CommandFailure(`Cannot write the settings to ${path}: ${reasonOf(error)}.`);
	}
}

async function readSettings(text: string): Promise<{ settings: WrittenSettings; faults: string[] }> {
	let content: unknown;
	try {
		// Its errors have the right position.
		JSON.parse(text);
		content = parseExactDecimals(text);
	} catch (error) {
		return { settings: {}, faults: [`${settingsFileText.notJson}${placeOfJsonError(error, text)}`] };
	}
	if (!isFields(content)) return { settings: {}, faults: [settingsFileText.notObject] };
	const { value: settings, deviations } = decode(Written, content);
	const deviatingPaths = deviations.map(({ path }) => path);
	const faulty = deviatingPaths.map((path) => path.replace(/[.[].*/, ''));
	const odd = Object.keys(content).filter((key) => !Object.hasOwn(Written.properties, key));
	const relative = paths.filter((name) => {
		const path = settings[name];
		return typeof path === 'string' && !isAbsolute(path);
	});
	return {
		settings,
		faults: [
			// An invalid proxy may be a password.
			...deviations.map(({ path, problem }) =>
				path.startsWith('proxies') ? settingsFileText.proxies : `'${path}' ${problem}`,
			),
			...otherKinds(content, settings, faulty).map(({ problem }) => problem),
			...odd.map((key) => settingsFileText.unknown(key)),
			...(settings.dht_bootstrap ?? []).flatMap((node, index) =>
				isNodeAddress(node) || deviatingPaths.includes(`dht_bootstrap[${index}]`)
					? []
					: [settingsFileText.dhtNode(index)],
			),
			...relative.map((name) => settingsFileText.relative(name)),
			...completionFaults(content.on_complete, settings.on_complete, deviatingPaths),
			...watchFaults(content.watch_folders, settings.watch_folders, deviatingPaths),
			...updateFaults(content.updates, settings.updates, deviatingPaths),
			...(await marketFaults(content, settings, deviatingPaths)),
		],
	};
}

function unusable(path: string, faults: readonly string[]): CommandFailure {
	return usage(
		oneLine(`The settings in ${path} cannot be used: ${faults.join('; ')}.`, MAX_FAULTS_CHARACTERS),
	);
}
