# Sourced in this folder: installs what package-lock.json lists, if it is not there. Several builds and tests
# may run at once, and they share the folder of packages: whoever sources this holds its lock (file descriptor 9).
exec 9>.build.lock
flock 9
if [ ! -d node_modules/@playwright/test ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --ignore-scripts --no-audit --no-fund --prefer-offline
fi
