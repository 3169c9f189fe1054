// Records errors in a page.
window.faults = [];
addEventListener("securitypolicyviolation", (event) => window.faults.push(`policy: ${event.violatedDirective}`));
addEventListener("error", (event) => window.faults.push(`error: ${event.message}`));
addEventListener("unhandledrejection", (event) => window.faults.push(`rejection: ${event.reason}`));
