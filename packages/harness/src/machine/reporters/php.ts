/** Lets PHPUnit and Pest write JUnit XML beside what they print. An ini file makes PHP load it before each program. */
export const PHP_HOOK = String.raw`<?php
(function () {
    $words = isset($_SERVER['argv']) ? $_SERVER['argv'] : array();
    $runs = $words !== array() && preg_match('/^(?:phpunit|pest)(?:-\d+(?:\.\d+)*)?(?:\.phar)?$/', basename($words[0]));
    if (!$runs || preg_grep('/^--(?:log-junit|list-.*|version|help|init|migrate-configuration)(?:=|$)|^-h$/', $words)) return;
    $report = __DIR__ . '/../out/phpunit-' . getmypid() . '.xml';
    array_splice($words, 1, 0, array('--log-junit', $report));
    $_SERVER['argv'] = $GLOBALS['argv'] = $words;
    $_SERVER['argc'] = $GLOBALS['argc'] = count($words);
    // what tests start is not recorded
    $folders = array_diff(explode(':', (string) getenv('PHP_INI_SCAN_DIR')), array(__DIR__));
    putenv($folders === array('') ? 'PHP_INI_SCAN_DIR' : 'PHP_INI_SCAN_DIR=' . implode(':', $folders));
})();
`;
