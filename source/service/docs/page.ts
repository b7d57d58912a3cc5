/** The page of the explorer. Its addresses are relative, so that it works behind a proxy that adds a prefix. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>seedtop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="explorer"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Starts the explorer. No validator: it would be asked outside of this machine. */
export const startScript = `SwaggerUIBundle({
	url: new URL('docs/json', location.href).href,
	dom_id: '#explorer',
	deepLinking: true,
	validatorUrl: null,
	queryConfigEnabled: false,
	persistAuthorization: false,
	presets: [SwaggerUIBundle.presets.apis],
});
`;

/** Nothing but what the service itself serves, not framed by anybody. */
export const pagePolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');
