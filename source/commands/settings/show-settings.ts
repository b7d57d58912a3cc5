import { settingColumns } from '../../columns/settings.ts';
import { settingFields } from '../../settings/fields.ts';
import type { Call } from '../declaration/service-command.ts';
import { printAnswer, printTable } from '../output/print.ts';
import { printSetting, settingRow } from './setting-rows.ts';

interface Input {
	readonly json: boolean;
	readonly header: boolean | undefined;
}

/** Prints the settings of the service. */
export async function showSettings({ json, header }: Input, { client, limits }: Call): Promise<void> {
	const settings = await client.getServiceSettings({}, limits);
	if (json) await printAnswer('getServiceSettings', settings);
	else if (process.stdout.isTTY) {
		const rows = settingFields.map((field) => settingRow(field, settings));
		await printTable(settingColumns, rows, { header, empty: '' });
	} else for (const field of settingFields) printSetting(field, settings);
}
